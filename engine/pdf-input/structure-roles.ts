import { type Dictionary, nameOf } from './pdf-object.js'
import type { PdfSource } from './pdf-source.js'

/** ISO 32000-1 §14.8.4. */
export const STANDARD_TYPES: ReadonlySet<string> = new Set(
  (
    'Document Part Art Sect Div BlockQuote Caption TOC TOCI Index NonStruct Private P H H1 H2 H3 H4 H5 H6 L LI Lbl LBody ' +
    'Table TR TH TD THead TBody TFoot Span Quote Note Reference BibEntry Code Link Annot Ruby RB RT RP Warichu WT WP ' +
    'Figure Formula Form'
  ).split(' '),
)

/** Types of PDF 2.0 (ISO 32000-2 §14.8.4) as those that come nearest. */
const LATER_TYPES: ReadonlyMap<string, string> = new Map([
  ['DocumentFragment', 'Part'],
  ['Aside', 'Sect'],
  ['Title', 'P'],
  ['FENote', 'Note'],
  ['Sub', 'Span'],
  ['Em', 'Span'],
  ['Strong', 'Span'],
  ['Artifact', 'NonStruct'],
])

/** Names that lead to each other. */
const LONGEST_CHAIN = 16

/** The standard type that another one stands for (§14.7.3). */
export function roleOf(source: PdfSource, roleMap: Dictionary | undefined, type: string): string {
  let role: string | undefined = type
  for (let i = 0; role !== undefined && i < LONGEST_CHAIN; i++) {
    if (STANDARD_TYPES.has(role)) return role
    role = nameOf(source.get(roleMap, role)) ?? LATER_TYPES.get(role)
  }
  return /^H\d+$/.test(type) ? 'H6' : 'NonStruct'
}
