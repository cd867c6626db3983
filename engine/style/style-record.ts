import type { Diagnostic } from '../base/diagnostics.js'
import type { FontSizeKeyword } from '../css/longhands-text.js'
import type { ComputedStyle } from './computed-style.js'
import type { CustomProperties } from './custom-properties.js'
import type { FeatureParts } from './longhand-context.js'

/** A computed style with what its descendants inherit besides, and the styles that were computed below it. */
export interface StyleRecord {
  readonly style: ComputedStyle
  readonly custom: CustomProperties
  readonly features: FeatureParts
  readonly fontSizeSource: FontSizeSource
  /** The record of the root element, itself for the root. */
  readonly root: StyleRecord | undefined
  /** Diagnostics of the computation, repeated for each document that uses the style. */
  readonly problems: readonly Diagnostic[] | undefined
  /** By id of the cascade node of a child element, of a pseudo-element, and of a first letter in the element. */
  readonly children: Map<number, StyleRecord>
  readonly pseudos: Map<number, StyleRecord>
  readonly firstLetters: Map<number, StyleRecord>
}

/** Where a font size comes from: generic monospace fonts have a smaller default size in all browsers. */
export interface FontSizeSource {
  /** The size is that of a keyword. */
  readonly keyword: FontSizeKeyword | undefined
  /** The size was given as a length somewhere: it does not change with the family. */
  readonly absolute: boolean
}
