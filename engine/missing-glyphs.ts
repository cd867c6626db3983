import type { DiagnosticSink } from './base/diagnostics.js'
import { aboutTemplate, ofData, say } from './base/message.js'
import type { BoundElement } from './template/bound-tree.js'
import type { TemplateNode } from './template/template-tree.js'

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
  eachPlace(missing.keys(), root, (codePoints, element) => {
    const family = missing.get(codePoints[0] ?? 0)
    const characters = ofData(
      listed(codePoints),
      codePoints.length === 1 ? 'a character' : `${codePoints.length} characters`,
    )
    const message = say`no font has a glyph for ${characters}, asked of the family "${ofData(family ?? '')}": bring a font that has it with @font-face`
    diagnostics.warn(
      'missing-glyph',
      isWritten(codePoints, element) ? aboutTemplate(message) : message,
      element?.template.span,
    )
  })
}

/** Whether the template has all of the characters itself, as text of an element. */
function isWritten(codePoints: readonly number[], element: BoundElement | undefined): boolean {
  const text = element ? writtenText(element.template.children) : ''
  return codePoints.every((codePoint) => text.includes(String.fromCodePoint(codePoint)))
}

function writtenText(nodes: readonly TemplateNode[]): string {
  return nodes
    .map((node) => {
      switch (node.kind) {
        case 'text':
          return node.parts.filter((part) => typeof part === 'string').join('')
        case 'each':
          return writtenText(node.children) + writtenText(node.otherwise)
        case 'if':
          return node.branches.map(({ children }) => writtenText(children)).join('') + writtenText(node.otherwise)
        case 'let':
          return writtenText(node.children)
        default:
          return ''
      }
    })
    .join('')
}

/**
 * Reports characters of the private use area, which say nothing but in their font, as those of icon fonts: at their places,
 * as characters without a glyph.
 */
export function reportPrivateUse(codePoints: Iterable<number>, root: BoundElement, diagnostics: DiagnosticSink): void {
  eachPlace(codePoints, root, (found, element) => {
    const message = `nobody can tell what ${listed(found)} of the private use area says, as PDF/A of the levels A asks for: use a picture with alt, or another level`
    diagnostics.warn('private-use-character', message, element?.template.span)
  })
}

/** Finds characters, each once: at the first element that has it as text of its own, all of an element together. */
function eachPlace(
  codePoints: Iterable<number>,
  root: BoundElement,
  report: (found: readonly number[], element: BoundElement | undefined) => void,
): void {
  const wanted = new Set(codePoints)
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
    if (found.size > 0) report([...found], element)
    for (const codePoint of found) wanted.delete(codePoint)
    for (const child of element.children) if (child.kind === 'element') visit(child)
  }
  visit(root)
  if (wanted.size > 0) report([...wanted], undefined)
}

/** `"x" (U+0078)` */
function listed(codePoints: readonly number[]): string {
  const named = codePoints.slice(0, MOST_NAMED)
  const text = String.fromCodePoint(...named)
  const codes = named.map((codePoint) => `U+${codePoint.toString(16).toUpperCase().padStart(4, '0')}`).join(', ')
  const rest = codePoints.length > named.length ? ` and ${codePoints.length - named.length} more` : ''
  return `"${text}" (${codes}${rest})`
}
