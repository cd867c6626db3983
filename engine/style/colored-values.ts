import type { AnyDeclaredValue } from '../css/properties/longhands.js'
import type { ComputeContext } from '../css/values/compute-values.js'
import type { Color, ComputedStyle } from './computed-style.js'

/** A declared value that is computed again where it is inherited, and what its lengths refer to. */
export interface ColoredValue {
  readonly value: AnyDeclaredValue
  readonly context: ComputeContext
}

/** What the computation of a property may ask of the style that is being computed. It shows which ask for the colour. */
export class OwnValues {
  colorIsUsed = false

  constructor(
    private readonly style: ComputedStyle,
    readonly isRoot: boolean,
  ) {}

  get color(): Color {
    this.colorIsUsed = true
    return this.style.color
  }

  get fontFamily(): readonly string[] {
    return this.style.fontFamily
  }
}
