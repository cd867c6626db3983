import type { DiagnosticList } from '../base/diagnostics.js'
import type { Span } from '../base/source.js'
import type { Claims } from '../base/standards.js'
import type { CheckedPage, ImportFault } from '../pdf-input/imported-page.js'

interface ShownPages {
  /** Where each is shown. */
  readonly pages: ReadonlyMap<CheckedPage, Span | undefined>
  /** The output intent is one of inks, not of RGB. */
  readonly coversInks: boolean
}

/** Finds what pages of other documents have in them that a standard forbids: they are shown as they are. */
export function checkImportedPages(claims: Claims, { pages, coversInks }: ShownPages, found: DiagnosticList): void {
  for (const [{ number, faults }, span] of pages) {
    for (const { kind, text } of faults) {
      if (isForbidden(kind, claims, coversInks))
        found.error(
          'page-of-pdf',
          `on page ${number} of the PDF ${text}: save it as ${kind === 'structure' ? 'PDF/UA' : 'PDF/A'}`,
          span,
        )
    }
  }
}

function isForbidden(kind: ImportFault['kind'], { accessible, archive }: Claims, coversInks: boolean): boolean {
  switch (kind) {
    case 'font':
      return accessible || archive !== undefined
    case 'structure':
      return accessible
    case 'text':
      return accessible || archive?.level === 'A' || archive?.level === 'U'
    case 'rgb':
      return archive !== undefined && coversInks
    case 'inks':
      return archive !== undefined && !coversInks
    default:
      return archive !== undefined
  }
}
