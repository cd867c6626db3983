import { ExpansionBuilder, type Shorthand, type ShorthandRecords } from './shorthand.js'
import { markerReference } from './svg.js'

/** One marker at all vertices (SVG 2 §11.6.3). */
const marker: Shorthand = {
  longhands: ['marker-start', 'marker-mid', 'marker-end'],
  parse(cursor) {
    const id = markerReference(cursor)
    if (id === undefined) return undefined
    return new ExpansionBuilder().set('marker-start', id).set('marker-mid', id).set('marker-end', id).entries
  },
}

/** Shorthands of drawings. */
export const SVG_SHORTHANDS: ShorthandRecords = { marker }
