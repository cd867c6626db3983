import type { Diagnostic } from '../../base/diagnostics.js'
import type { Span } from '../../base/source.js'
import type { DeclarationBlock } from '../properties/declaration.js'
import type { ComplexSelector } from '../selectors/selector.js'
import type { CounterStyleRule } from './counter-style-rule.js'
import type { FontFaceRule } from './font-face-rule.js'
import type { KeyframesRule } from './keyframes-rule.js'
import type { MediaQueryList } from './media-query.js'
import type { PageRule } from './page-rule.js'
import type { PropertyRule } from './property-rule.js'

/** A parsed style sheet. Rules inside of others stand among them and carry their conditions. */
export interface Stylesheet {
  readonly imports: readonly ImportRule[]
  readonly rules: readonly StyleRule[]
  readonly pageRules: readonly PageRule[]
  readonly fontFaces: readonly ConditionalFontFace[]
  readonly properties: readonly ConditionalProperty[]
  readonly counterStyles: readonly ConditionalCounterStyle[]
  readonly keyframes: readonly ConditionalKeyframes[]
  /** Cascade layers in the order in which they are named, those named before an import left out. */
  readonly layers: readonly LayerDeclaration[]
  /** Empty where problems are reported at once. */
  readonly problems: readonly RuleProblems[]
}

/** What is wrong in the declarations of a rule, to be reported if elements match it. */
export interface RuleProblems {
  readonly selectors: readonly ComplexSelector[]
  readonly media: readonly MediaQueryList[]
  readonly found: readonly Diagnostic[]
}

/** The names of a cascade layer from the outermost on (css-cascade-5 §6.4). Anonymous ones have a name that is unique. */
export type LayerPath = readonly string[]

export interface LayerDeclaration {
  readonly path: LayerPath
  readonly media: readonly MediaQueryList[]
}

/** The part of a style rule in front of its block. */
export interface RuleHead {
  readonly selectors: readonly ComplexSelector[]
  /** The place of the selectors, worked out when it is asked for. */
  readonly span: () => Span
  /** The selectors as written. */
  readonly text: () => string
}

export interface StyleRule extends RuleHead {
  readonly block: DeclarationBlock
  /** All of these must match, outermost first. */
  readonly media: readonly MediaQueryList[]
  /** Empty outside of layers. */
  readonly layer: LayerPath
}

export interface ConditionalFontFace {
  readonly face: FontFaceRule
  readonly media: readonly MediaQueryList[]
}

export interface ConditionalProperty {
  readonly property: PropertyRule
  readonly media: readonly MediaQueryList[]
}

export interface ConditionalCounterStyle {
  readonly style: CounterStyleRule
  readonly media: readonly MediaQueryList[]
}

export interface ConditionalKeyframes {
  readonly rule: KeyframesRule
  readonly media: readonly MediaQueryList[]
  /** Empty outside of layers. */
  readonly layer: LayerPath
}

export interface ImportRule {
  readonly url: string
  /** The layer into which the sheet goes; empty for none. */
  readonly layer: LayerPath
  /** Layers that are named between the import before and this one. */
  readonly layersBefore: readonly LayerDeclaration[]
  readonly media: readonly MediaQueryList[]
  readonly span: Span
}
