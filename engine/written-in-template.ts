import type { Diagnostic } from './base/diagnostics.js'
import type { Span } from './base/source.js'
import { staticText } from './template/build-template.js'
import type { TemplateTree } from './template/template-tree.js'

/** What follows from the text at its place, though the text is only looked at when a document uses it. */
const BY_TEXT: ReadonlySet<string> = new Set([
  'missing-asset',
  'dropped-from-pdf',
  'invalid-attribute',
  'invalid-image',
  'unsupported-image',
  'unsupported-svg',
  'unsupported-value',
  'unused-icc-profile',
])

/** The diagnostics of a rendering; those about what the template itself has written, such as the image of a rule, are its own. */
export function attributed(diagnostics: readonly Diagnostic[], tree: TemplateTree): readonly Diagnostic[] {
  return diagnostics.map((diagnostic) => {
    const { code, span, ofTemplate } = diagnostic
    if (ofTemplate || !span || !BY_TEXT.has(code) || !isWritten(span, tree)) return diagnostic
    return { ...diagnostic, ofTemplate: true }
  })
}

/** Whether no value stands at a place: in a style sheet without values, or in a tag of which no attribute has one. */
function isWritten(span: Span, { sheets, elements }: TemplateTree): boolean {
  const isThere = (place: Span) => place.file === span.file && place.start <= span.start && span.end <= place.end
  const around = sheets.filter(
    ({ source }) => source.file === span.file && source.text.slice(span.start, span.end).trim() !== '',
  )
  if (around.length > 0) return around.every(({ parts }) => staticText(parts) !== undefined)
  // Sheets that are imported hold no values.
  if (/\.css$/i.test(span.file)) return true
  const within = elements.filter((element) => isThere(element.span))
  return within.length > 0 && within.every(({ staticAttributes }) => staticAttributes !== undefined)
}
