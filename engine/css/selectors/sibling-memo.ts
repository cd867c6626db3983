import type { CompoundSelector, SimpleSelector } from './selector.js'

/** Which of the children of a parent `:nth-child(… of S)` counts. */
export interface CountedSiblings {
  /** By index among the children: how many of those up to it, itself included, match. */
  readonly counts: Int32Array
  /** Indexes of the first and last child of which data decides whether it matches; -1 for none. */
  readonly firstUnknown: number
  readonly lastUnknown: number
}

/** Findings about the children of a parent, so that asking all of them looks at each of them once. */
export class SiblingMemo<N> {
  readonly #firsts = new WeakMap<CompoundSelector, WeakMap<readonly N[], number>>()
  readonly #counted = new WeakMap<SimpleSelector, WeakMap<readonly N[], CountedSiblings>>()

  /** By children: the place, from 1, of the first that what stands left of a compound matches. */
  firsts(compound: CompoundSelector): WeakMap<readonly N[], number> {
    return mapOf(this.#firsts, compound)
  }

  counted(simple: SimpleSelector): WeakMap<readonly N[], CountedSiblings> {
    return mapOf(this.#counted, simple)
  }
}

function mapOf<K extends object, M extends object, V>(maps: WeakMap<K, WeakMap<M, V>>, key: K): WeakMap<M, V> {
  let map = maps.get(key)
  if (!map) {
    map = new WeakMap()
    maps.set(key, map)
  }
  return map
}
