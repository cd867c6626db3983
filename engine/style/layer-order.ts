import type { LayerPath } from '../css/syntax/stylesheet.js'

/** Precedence of what the author declares besides layers; those have numbers from 0 on (css-cascade-5 §6.4). */
export const HINT_LAYER = -1
export const UNLAYERED = 1_000_000
/** The `style` attribute. */
export const INLINE_LAYER = 1_000_001
/** Keyframes, which are stronger than all that is not important (§6.2). */
export const ANIMATION_LAYER = 1_000_002

interface LayerNode {
  readonly children: Map<string, LayerNode>
  order: number
}

/** The order of cascade layers: by first mention, a layer's own rules after those of the layers in it. */
export class LayerOrder {
  readonly #root: LayerNode = { children: new Map(), order: UNLAYERED }

  /** @param paths all layers in the order in which they are mentioned */
  constructor(paths: readonly LayerPath[]) {
    for (const path of paths) {
      let node = this.#root
      for (const name of path) {
        let child = node.children.get(name)
        if (!child) {
          child = { children: new Map(), order: 0 }
          node.children.set(name, child)
        }
        node = child
      }
    }
    let next = 0
    const number = (node: LayerNode) => {
      for (const child of node.children.values()) {
        number(child)
        child.order = next++
      }
    }
    number(this.#root)
  }

  /** Greater is stronger; `UNLAYERED` for an empty path. */
  of(path: LayerPath): number {
    let node: LayerNode | undefined = this.#root
    for (const name of path) node = node?.children.get(name)
    return node?.order ?? UNLAYERED
  }
}
