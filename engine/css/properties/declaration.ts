import type { Span } from '../../base/source.js'
import type { CSSToken } from '../values/value-cursor.js'
import type { AnyDeclaredValue, LonghandName } from './longhands.js'

/** css-cascade-5 §7.3. */
export type WideKeyword = 'inherit' | 'initial' | 'unset' | 'revert' | 'revert-layer'

/** One longhand of one declaration, or a custom property. */
export type Declaration = LonghandDeclaration | WideDeclaration | PendingDeclaration | CustomDeclaration

/** The stretch of a text in which a declaration stands; shared by its longhands. */
export interface WrittenDeclaration {
  readonly text: string
  readonly start: number
  readonly end: number
}

interface DeclarationBase {
  readonly important: boolean
  readonly written: WrittenDeclaration
}

interface PropertyDeclaration extends DeclarationBase {
  readonly property: LonghandName
  /** Set instead when the element's direction is right-to-left: flow-relative properties only. */
  readonly rtlProperty: LonghandName | undefined
  /** The property was named by the directions of the flow: it is the same side whichever way lines run. */
  readonly flowRelative: boolean
}

interface LonghandDeclaration extends PropertyDeclaration {
  readonly kind: 'longhand'
  /** A value of `DeclaredValue<property>`. */
  readonly value: AnyDeclaredValue
  /** Of `font-family` alone: its place, for families that do not exist. */
  readonly span?: () => Span
}

interface WideDeclaration extends PropertyDeclaration {
  readonly kind: 'wide'
  readonly value: WideKeyword
}

/**
 * The rules that apply to a sheet: quirks mode allows more than CSS, and the user agent's sheet may use words that CSS
 * does not have.
 */
export type CssMode = 'no-quirks' | 'limited-quirks' | 'quirks' | 'user-agent' | 'drawing'

/** A value with `var()` or `attr()`, parsed when the custom properties and attributes of an element are known. */
interface PendingDeclaration extends PropertyDeclaration {
  readonly kind: 'pending'
  readonly source: PendingSource
}

/** Shared by all longhands of one declaration. */
export interface PendingSource {
  /** The property as written, in lower case. */
  readonly name: string
  readonly tokens: readonly CSSToken[]
  readonly mode: CssMode
  readonly span: Span
}

interface CustomDeclaration extends DeclarationBase {
  readonly kind: 'custom'
  /** With its two dashes. */
  readonly name: string
  readonly value: readonly CSSToken[] | WideKeyword
}

/** The declarations of a rule or a `style` attribute, in order. Compared by reference in the cascade. */
export interface DeclarationBlock {
  readonly declarations: readonly Declaration[]
  /** The attributes that `attr()` in them refers to; undefined for none. */
  readonly attributes?: readonly string[] | undefined
}
