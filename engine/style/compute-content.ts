import type { CONTENT_LONGHANDS } from '../css/longhands-content.js'
import type { Computation } from './longhand-context.js'

/** From declared to computed values of generated content and lists. */
export const CONTENT_COMPUTATIONS: { readonly [P in keyof typeof CONTENT_LONGHANDS]: Computation<P> } = {
  'list-style-type': (style, value) => {
    style.listStyleType = value
  },
  'list-style-position': (style, value) => {
    style.listStylePosition = value
  },
  'list-style-image': (style, value) => {
    style.listStyleImage = value === 'none' ? undefined : value
  },
  content: (style, value) => {
    style.content = value
  },
  'counter-reset': (style, value) => {
    style.counterReset = value
  },
  'counter-increment': (style, value) => {
    style.counterIncrement = value
  },
  'counter-set': (style, value) => {
    style.counterSet = value
  },
  quotes: (style, value) => {
    style.quotes = value
  },
}
