import type { TextRun } from '../paint/paint-target.js'
import type { StructureElement } from '../tags/structure-element.js'
import { contentOf, isElement, type Kid, type StructureTree } from '../tags/structure-tree.js'

/**
 * The text of a run as it is read: from right to left its words stand in the order in which they are seen. The hyphen at which
 * a word is broken is a soft one, which nobody hears.
 */
export function runText({ words, positions }: TextRun): string {
  const texts = words.map(({ text, readAs = text }, index) => ({
    text: readAs.replace(/\u00ad/g, ''),
    position: positions[index] ?? 0,
  }))
  if (words.some(({ direction }) => direction === 'rtl')) texts.sort((a, b) => b.position - a.position)
  return texts.map(({ text }) => text).join('')
}

/**
 * The structure of a document with its content, one line an element. Text that is broken into lines is one text.
 *
 * @param texts by the numbers of the pieces of content
 */
export function dumpTags(tree: StructureTree, texts: readonly string[]): string {
  const lines: string[] = []
  const headers = new Map([...tree.namedHeaders()].sort((a, b) => a - b).map((header, index) => [header, index + 1]))
  const open: { readonly kid: StructureElement | string; readonly depth: number }[] = [{ kid: tree.root, depth: 0 }]
  for (let next = open.pop(); next; next = open.pop()) {
    const { kid, depth } = next
    const indent = '  '.repeat(depth)
    if (typeof kid === 'string') {
      lines.push(`${indent}${JSON.stringify(kid)}`)
      continue
    }
    lines.push(`${indent}${elementLine(tree, kid, headers)}`)
    for (const inner of joined(tree.kidsOf(kid), texts).toReversed()) open.push({ kid: inner, depth: depth + 1 })
  }
  return lines.join('\n')
}

/** @param headers the numbers of headings that cells name */
function elementLine(
  tree: StructureTree,
  element: StructureElement,
  headers: ReadonlyMap<StructureElement, number>,
): string {
  const { alternative, expansion, language, numbering, cell, printField } = tree.propertiesOf(element) ?? {}
  const named = tree.headersOf(element)
  const parts = [
    alternative === undefined ? '' : `alt=${JSON.stringify(alternative)}`,
    expansion === undefined ? '' : `expansion=${JSON.stringify(expansion)}`,
    language === undefined ? '' : `lang=${language}`,
    numbering === undefined || numbering === 'None' ? '' : `numbering=${numbering}`,
    printField ? `role=${printField.role}` : '',
    printField?.checked ? `checked=${printField.checked}` : '',
    printField?.description === undefined ? '' : `description=${JSON.stringify(printField.description)}`,
    cell?.scope ? `scope=${cell.scope}` : '',
    headers.has(element) ? `id=${headers.get(element)}` : '',
    named ? `headers=${named.map((header) => headers.get(header))}` : '',
    cell && cell.rowSpan > 1 ? `rows=${cell.rowSpan}` : '',
    cell && cell.colSpan > 1 ? `columns=${cell.colSpan}` : '',
  ]
  return [tree.typeOf(element), ...parts.filter((part) => part !== '')].join(' ')
}

/** Pieces of text that follow each other become one. */
function joined(kids: readonly Kid[], texts: readonly string[]): (StructureElement | string)[] {
  const result: (StructureElement | string)[] = []
  for (const kid of kids) {
    const last = result.at(-1)
    if (isElement(kid)) result.push(kid)
    else if (typeof last === 'string') result[result.length - 1] = `${last}${texts[contentOf(kid)]}`
    else result.push(texts[contentOf(kid)] ?? '')
  }
  return result
}
