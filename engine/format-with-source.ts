import { type Diagnostic, formatDiagnostic } from './base/diagnostics.js'
import { excerptOf } from './base/excerpt.js'
import { fileOfShared } from './base/partial-tag.js'
import { SourceText } from './base/source.js'
import type { TemplateSource } from './template/template-source.js'

/** A diagnostic with the line of the template's file that it is about, and carets below the place. */
export function formatWithSource(diagnostic: Diagnostic, source: TemplateSource): string {
  const { span } = diagnostic
  const text = span && textOfFile(span.file, source)
  if (!span || text === undefined) return formatDiagnostic(diagnostic)
  // Values that were filled into a style sheet have moved what stands behind them.
  const { line, column } = new SourceText(span.file, text).span(span.start)
  if (line !== span.line || column !== span.column) return formatDiagnostic(diagnostic)
  return `${formatDiagnostic(diagnostic)}\n${excerptOf(span, text)}`
}

/** The text of a file of a template, as diagnostics call it; undefined when it is not among them. */
export function textOfFile(
  file: string,
  { html, name = 'template.html', assets, partials }: TemplateSource,
): string | undefined {
  if (file === name) return html
  const bytes = assets?.get(file)
  if (bytes) return new TextDecoder().decode(bytes)
  for (const [partial, text] of partials ?? []) if (file === fileOfShared(partial)) return text
  return undefined
}
