import { cssContent, cssString } from '../../render/doors/css-text.js'
import type { GivenOptions } from './parse-words.js'

/** What a document is known by in its headers and footers. */
export interface VariableContext {
  /** The path as it was given. */
  readonly input: string
  readonly title: string
  /** The title of the file. */
  readonly fileTitle: string
  readonly now: Date
  /** Added to the numbers of pages. */
  readonly offset: number
  /** All pages of the file; undefined where nothing is added to them, so that they need not be known. */
  readonly pages: number | undefined
  /** Names with their values, as `--replace` gives them. */
  readonly replaced: ReadonlyMap<string, string>
}

/** Names of `string-set` by the level of the headings. */
const SECTIONS = ['platen-section', 'platen-subsection', 'platen-subsubsection'] as const

/** Keeps the headings of a page for its headers and footers. */
export const SECTION_RULES = SECTIONS.map((name, index) => `h${index + 1} { string-set: ${name} content() }`).join('\n')

/**
 * The values of `content` for all variables by their lower-case names. Dates are those of the machine, as the original
 * prints them.
 */
export function contentOfVariables(context: VariableContext): ReadonlyMap<string, string> {
  const { input, title, fileTitle, now, offset, pages, replaced } = context
  const of = (style: Intl.DateTimeFormatOptions) => cssString(new Intl.DateTimeFormat('en-GB', style).format(now))
  const values = new Map([
    ['page', pages === undefined ? 'counter(all-page)' : 'counter(page)'],
    ['frompage', cssString(String(1 + offset))],
    ['topage', pages === undefined ? 'counter(all-pages)' : cssString(String(pages + offset))],
    ['webpage', cssString(input)],
    ['section', `string(${SECTIONS[0]})`],
    ['subsection', `string(${SECTIONS[1]})`],
    ['subsubsection', `string(${SECTIONS[2]})`],
    ['date', of({ dateStyle: 'medium' })],
    ['time', of({ timeStyle: 'medium' })],
    ['isodate', cssString(isoDate(now))],
    ['title', cssString(title)],
    ['doctitle', cssString(fileTitle)],
    ['sitepage', 'counter(page)'],
    ['sitepages', 'counter(pages)'],
  ])
  for (const [name, value] of replaced) values.set(name.toLowerCase(), cssString(value))
  return values
}

function isoDate(now: Date): string {
  const two = (number: number) => String(number).padStart(2, '0')
  return `${now.getFullYear()}-${two(now.getMonth() + 1)}-${two(now.getDate())}`
}

/** A text with `[page]` and the like, in any case, as a value of `content`; names that are none stay as they are. */
export function contentOfText(text: string, values: ReadonlyMap<string, string>): string {
  const parts = text.split(/\[([^\][]+)\]/).flatMap((part, index) => {
    if (index % 2 === 0) return part === '' ? [] : [cssString(part)]
    return [values.get(part.toLowerCase()) ?? cssString(`[${part}]`)]
  })
  return cssContent(parts)
}

/** Whether a text shows how many pages there are. */
export function showsTotal(text: string): boolean {
  return /\[topage\]/i.test(text)
}

export function replacedOf(options: GivenOptions): ReadonlyMap<string, string> {
  return new Map((options.get('replace') ?? []).map(([name = '', value = '']) => [name, value]))
}
