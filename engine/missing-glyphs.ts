import type { DiagnosticSink } from './base/diagnostics.js'
import type { BoundElement } from './template/bound-tree.js'

/** Characters that one message names. */
const MOST_NAMED = 12

/**
 * Reports characters that no font draws, each once: at the first element that has it as text of its own, all of an
 * element together. What is made by style sheets has no place.
 *
 * @param missing the family that was asked for each, by code point
 */
export function reportMissingGlyphs(
  missing: ReadonlyMap<number, string>,
  root: BoundElement,
  diagnostics: DiagnosticSink,
): void {
  const wanted = new Map(missing)
  const visit = (element: BoundElement): void => {
    if (wanted.size === 0) return
    const found = new Set<number>()
    for (const child of element.children) {
      if (child.kind !== 'text') continue
      for (const character of child.text) {
        const codePoint = character.codePointAt(0) ?? 0
        if (wanted.has(codePoint)) found.add(codePoint)
      }
    }
    if (found.size > 0) report([...found], wanted, element, diagnostics)
    for (const codePoint of found) wanted.delete(codePoint)
    for (const child of element.children) if (child.kind === 'element') visit(child)
  }
  if (missing.size > 0) visit(root)
  if (wanted.size > 0) report([...wanted.keys()], wanted, undefined, diagnostics)
}

function report(
  codePoints: readonly number[],
  families: ReadonlyMap<number, string>,
  element: BoundElement | undefined,
  diagnostics: DiagnosticSink,
): void {
  const named = codePoints.slice(0, MOST_NAMED)
  const text = String.fromCodePoint(...named)
  const codes = named.map((codePoint) => `U+${codePoint.toString(16).toUpperCase().padStart(4, '0')}`).join(', ')
  const rest = codePoints.length > named.length ? ` and ${codePoints.length - named.length} more` : ''
  const family = families.get(codePoints[0] ?? 0)
  const message = `no font has a glyph for "${text}" (${codes}${rest}), asked of the family "${family}": bring a font that has it with @font-face`
  diagnostics.warn('missing-glyph', message, element?.template.span)
}
