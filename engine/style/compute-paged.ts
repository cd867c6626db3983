import type { Computation } from './longhand-context.js'

/** From declared to computed values of generated content for paged media. */
export const PAGED_COMPUTATIONS: {
  readonly 'string-set': Computation<'string-set'>
  readonly 'bookmark-level': Computation<'bookmark-level'>
  readonly 'bookmark-label': Computation<'bookmark-label'>
  readonly 'bookmark-state': Computation<'bookmark-state'>
  readonly 'footnote-display': Computation<'footnote-display'>
  readonly 'footnote-policy': Computation<'footnote-policy'>
} = {
  'string-set': (style, value) => {
    style.stringSet = value
  },
  'bookmark-level': (style, value) => {
    style.bookmarkLevel = value
  },
  'bookmark-label': (style, value) => {
    style.bookmarkLabel = value
  },
  'bookmark-state': (style, value) => {
    style.bookmarkState = value
  },
  'footnote-display': (style, value) => {
    style.footnoteDisplay = value
  },
  'footnote-policy': (style, value) => {
    style.footnotePolicy = value
  },
}
