import type { TextRun } from '../paint/paint-target.js'
import { StructureElement } from '../tags/structure-element.js'

/** The content that a recorder of painting adds to structure elements, in place of a position in a file. */
export interface RecordedContent {
  readonly text: string
}

/** The text of a run as it is read. */
export function runText({ words }: TextRun): string {
  return words.map(({ text }) => text).join('')
}

/** The structure of a document with its content, one line an element. Text that is broken into lines is one text. */
export function dumpTags(root: StructureElement): string {
  const lines: string[] = []
  const open: { readonly kid: StructureElement | object; readonly depth: number }[] = [{ kid: root, depth: 0 }]
  for (let next = open.pop(); next; next = open.pop()) {
    const { kid, depth } = next
    const indent = '  '.repeat(depth)
    if (!(kid instanceof StructureElement)) {
      lines.push(`${indent}${(kid as RecordedContent).text}`)
      continue
    }
    lines.push(`${indent}${elementLine(kid)}`)
    for (const inner of joined(kid.kids).toReversed()) open.push({ kid: inner, depth: depth + 1 })
  }
  return lines.join('\n')
}

function elementLine({ type, properties }: StructureElement): string {
  const { alternative, expansion, language, numbering, cell } = properties ?? {}
  const parts = [
    alternative === undefined ? '' : `alt=${JSON.stringify(alternative)}`,
    expansion === undefined ? '' : `expansion=${JSON.stringify(expansion)}`,
    language === undefined ? '' : `lang=${language}`,
    numbering === undefined || numbering === 'None' ? '' : `numbering=${numbering}`,
    cell?.scope ? `scope=${cell.scope}` : '',
    cell && cell.rowSpan > 1 ? `rows=${cell.rowSpan}` : '',
    cell && cell.colSpan > 1 ? `columns=${cell.colSpan}` : '',
  ]
  return [type, ...parts.filter((part) => part !== '')].join(' ')
}

/** Pieces of text that follow each other become one. */
function joined(kids: StructureElement['kids']): (StructureElement | RecordedContent)[] {
  const result: (StructureElement | RecordedContent)[] = []
  for (const kid of kids) {
    const last = result.at(-1)
    if (kid instanceof StructureElement) result.push(kid)
    else if (last && !(last instanceof StructureElement)) {
      const text = `${last.text}${(kid as RecordedContent).text}`
      result[result.length - 1] = { text }
    } else result.push(kid as RecordedContent)
  }
  return result.map((kid) => (kid instanceof StructureElement ? kid : { text: JSON.stringify(kid.text) }))
}
