import type { Diagnostic } from '../base/diagnostics.js'
import type { ComputedStyle } from './computed-style.js'
import type { CustomProperties } from './custom-properties.js'

/** A computed style with what its descendants inherit besides, and the styles that were computed below it. */
export interface StyleRecord {
  readonly style: ComputedStyle
  readonly custom: CustomProperties
  /** The record of the root element, itself for the root. */
  readonly root: StyleRecord | undefined
  /** Diagnostics of the computation, repeated for each document that uses the style. */
  readonly problems: readonly Diagnostic[] | undefined
  /** By id of the cascade node of a child element, of a pseudo-element, and of a first letter in the element. */
  readonly children: Map<number, StyleRecord>
  readonly pseudos: Map<number, StyleRecord>
  readonly firstLetters: Map<number, StyleRecord>
}
