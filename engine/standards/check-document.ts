import type { Diagnostic } from '../base/diagnostics.js'
import { DiagnosticList } from '../base/diagnostics.js'
import type { Span } from '../base/source.js'
import { type Claims, claimsOf } from '../base/standards.js'
import type { FieldControls } from '../forms/form-field.js'
import type { CheckedPage } from '../pdf-input/imported-page.js'
import type { StructurePlace } from '../tags/structure-tree.js'
import type { BoundTree } from '../template/bound-tree.js'
import { checkArchiveLimits, type OddPage } from './check-archive.js'
import { checkImportedPages } from './check-imported-pages.js'
import { checkStructure } from './check-structure.js'

/** A document when all of its pages are painted. */
export interface FinishedDocument {
  readonly bound: BoundTree
  readonly structure: StructurePlace
  /** Findings of the compiler and of the rendering. */
  readonly diagnostics: readonly Diagnostic[]
  readonly attachments: number
  readonly fields: FieldControls | undefined
  readonly oddPage: OddPage | undefined
  /** Where it is painted with inks that the output intent does not cover: by colours and by images without a profile. */
  readonly inks: readonly (Span | undefined)[]
  /** The pages of other documents that it shows, and where. */
  readonly pages: ReadonlyMap<CheckedPage, Span | undefined>
  /** The output intent is one of inks, not of RGB. */
  readonly coversInks: boolean
}

/** What readers who cannot see a document that claims nothing would miss, as warnings: the faults of a PDF/UA. */
export function barriersOf(document: FinishedDocument): readonly Diagnostic[] {
  const keyOf = ({ code, span }: Diagnostic): string => `${code} ${span?.start}`
  const known = new Set(document.diagnostics.map(keyOf))
  const faults = checkDocument(claimsOf(['pdf/ua-1']), document)
  return faults.filter((fault) => !known.has(keyOf(fault))).map((fault) => ({ ...fault, severity: 'warning' }))
}

const UNCOVERED =
  'these amounts of ink mean no colour of their own, as PDF/A asks for: name the profile of the press as outputIntent, or use rgb()'

/** Why a document is not what it is to claim to be; empty when it is, as far as can be found out here. */
export function checkDocument(claims: Claims, document: FinishedDocument): readonly Diagnostic[] {
  const { bound, structure, attachments, inks } = document
  const found = new DiagnosticList()
  const { span } = bound.root.template
  const isTagged = claims.accessible || claims.archive?.level === 'A'
  if (claims.accessible && !bound.title)
    found.error('missing-title', 'the document has no title: give it a <title> that says what it is', span)
  if (isTagged && bound.language === '')
    found.error('missing-language', 'the language of the document is not known: write <html lang="en">', span)
  if (claims.accessible) checkStructure(structure, found)
  if (claims.archive?.part === 2 && attachments > 0)
    found.error('attachment-in-archive', 'PDF/A-2 allows no attachments: choose pdf/a-3b, -3u or -3a', undefined)
  if (claims.archive) checkArchiveLimits(document, found)
  if (claims.archive) for (const span of inks) found.error('uncovered-color', UNCOVERED, span)
  checkImportedPages(claims, document, found)
  for (const { code, message, span } of document.diagnostics) {
    const isFault =
      code === 'missing-glyph' ||
      code === 'private-use-character' ||
      (claims.accessible && (code === 'unlabelled-field' || code === 'missing-header-cell')) ||
      (isTagged && code === 'unknown-language')
    if (isFault) found.error(code, message, span)
  }
  return found.items
}
