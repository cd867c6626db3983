import type { Size } from '../base/geometry.js'

/** The area that `vw` and `vh` refer to: that of the first page. It remembers whether anything does. */
export class Viewport implements Size {
  #isReferredTo = false

  constructor(private readonly size: Size) {}

  get width(): number {
    this.#isReferredTo = true
    return this.size.width
  }

  get height(): number {
    this.#isReferredTo = true
    return this.size.height
  }

  /** Whether any style that was computed depends on the size. */
  get isReferredTo(): boolean {
    return this.#isReferredTo
  }

  hasSize({ width, height }: Size): boolean {
    return this.size.width === width && this.size.height === height
  }
}
