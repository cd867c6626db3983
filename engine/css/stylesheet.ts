import type { Span } from '../base/source.js'
import type { DeclarationBlock } from './declaration.js'
import type { FontFaceRule } from './font-face-rule.js'
import type { MediaQueryList } from './media-query.js'
import type { PageRule } from './page-rule.js'
import type { ComplexSelector } from './selector.js'

/** A parsed style sheet. Rules inside `@media` stand among the others and carry their conditions. */
export interface Stylesheet {
  readonly imports: readonly ImportRule[]
  readonly rules: readonly StyleRule[]
  readonly pageRules: readonly PageRule[]
  readonly fontFaces: readonly ConditionalFontFace[]
}

export interface StyleRule {
  readonly selectors: readonly ComplexSelector[]
  readonly block: DeclarationBlock
  /** All of these must match, outermost first. */
  readonly media: readonly MediaQueryList[]
}

export interface ConditionalFontFace {
  readonly face: FontFaceRule
  readonly media: readonly MediaQueryList[]
}

export interface ImportRule {
  readonly url: string
  readonly media: readonly MediaQueryList[]
  readonly span: Span
}
