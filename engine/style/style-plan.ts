import type { DiagnosticSink } from '../base/diagnostics.js'
import type { FontLibrary } from '../fonts/font-types.js'
import type { BoundTree } from '../template/bound-tree.js'
import type { PageCascade } from './page-cascade.js'
import type { StyleCore } from './style-core.js'

/** The style stage's knowledge of a template. Shared by all its documents, whose styles it keeps. */
export interface StylePlan {
  /** The font library with the `@font-face` rules of sheets that do not depend on data: for layout too. */
  readonly fonts: FontLibrary
  /** The rules that count for a document; sheets with placeholders are parsed when their text is new. */
  rulesFor(tree: BoundTree, diagnostics: DiagnosticSink): DocumentRules
}

/** The rules of a document: those for elements, shared as far as data does not touch them, and those for pages. */
export interface DocumentRules {
  readonly core: StyleCore
  readonly pages: PageCascade
}
