import { dumpDocument } from '../../../engine/dump/dump-document.js'
import { compileTemplate, createFontLibrary } from '../../../engine/index.js'

const fonts = createFontLibrary()

/** The structure of a document, one line an element, indented by two spaces. */
export function tagsOf(html: string): string {
  return dumpDocument(compileTemplate({ html }, { fonts }), {}, 'tags')
}

/** The structure in one line: elements with what is in them in parentheses. */
export function nestedTags(html: string): string {
  const lines = tagsOf(html).trimEnd().split('\n').slice(1)
  let text = ''
  let depth = 0
  for (const line of lines) {
    const own = line.search(/\S/) / 2
    text += own > depth ? '(' : `${')'.repeat(depth - own)} `
    text += line.trim()
    depth = own
  }
  return `${text}${')'.repeat(depth)}`
}
