import type { RelativeStep } from './selector.js'

/** Findings of `:has()` about a document, by the step of a selector. */
export class RelationMemo<N> {
  readonly #reached = new Map<RelativeStep, Map<N, boolean>>()
  readonly #lastPlaces = new Map<RelativeStep, Map<N, number>>()

  /** Whether the step leads on from an element. */
  reached(step: RelativeStep): Map<N, boolean> {
    return mapOf(this.#reached, step)
  }

  /** By parent: the place, from 1, of the last child that the step may lead to; 0 for none. */
  lastPlaces(step: RelativeStep): Map<N, number> {
    return mapOf(this.#lastPlaces, step)
  }
}

function mapOf<K, N, V>(maps: Map<K, Map<N, V>>, key: K): Map<N, V> {
  let map = maps.get(key)
  if (!map) {
    map = new Map()
    maps.set(key, map)
  }
  return map
}
