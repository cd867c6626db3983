import type { Span } from '../../../engine/base/source.js'
import type { Fragment, PlacedFragment } from '../../../engine/layout/fragment-tree.js'
import type { LaidOutPage } from '../../../engine/layout/page.js'
import fc from '../../fast-check.js'
import { compileSmall, type PlacedText, textsOf } from './lay-out.js'
import { layOutDocument, type WholeDocument } from './lay-out-document.js'
import { checkOverlaps } from './page-overlaps.js'
import { checkArea } from './pages/page-area.js'
import { BOXES, documents, type Node, writeDocument } from './random-document.js'

const CSS = `td, th { padding: 1px } table { border: 1px solid }
  ::footnote-call { font-size: 10px; vertical-align: baseline; line-height: 1 }
  @page { @footnote { margin: 3px 0 0; border-top: 1px solid; padding: 0 } @top-left { content: element(title) } }`

const HEIGHT = fc.constantFrom(30, 50, 80, 120, 200)

/** A random document on pages of a random height. */
export const CASE = fc.record({
  nodes: documents({ boxes: BOXES, mixed: true }),
  height: HEIGHT,
})

/**
 * A random document, and more content for its end. More content may make fewer pages where something continues behind the
 * end of the flow: notes, on pages of the last name, which more content may follow on pages that are taller, and what
 * is positioned, on pages behind these. So all pages are of one size here, and nothing is positioned absolutely.
 */
export const GROWING = fc.record({
  nodes: documents({ boxes: BOXES, mixed: true, without: /^page|absolute/ }),
  more: documents({ boxes: BOXES, mixed: true, without: /^page|absolute/ }),
  height: HEIGHT,
})

/** Throws if a document has fewer pages with more content at its end. */
export function checkGrowth({ nodes, more, height }: Case & { readonly more: readonly Node[] }): void {
  checkPages({ height, before: writeDocument(nodes).body, after: writeDocument([...nodes, ...more.slice(0, 1)]).body })
}

/**
 * A random document, and a place for a paragraph between two of its outermost boxes. Within boxes, what is not to be
 * broken but taller than a page with the paragraph begins where it stands, higher than without. Two boxes that are not
 * to be separated move to the next page together, and a paragraph between them lets the first one stay. A break to the
 * right page may leave a page blank for all that stands side by side; with the paragraph something continues there.
 */
export const PARTED = fc.record({
  nodes: documents({ boxes: BOXES, mixed: true, without: /^page|^break-(before|after):avoid|right|verso|absolute/ }),
  at: fc.nat(3),
  lines: fc.integer({ min: 1, max: 25 }),
  height: HEIGHT,
})

interface PartedCase extends Case {
  readonly at: number
  readonly lines: number
}

/** Throws if a document has fewer pages with a paragraph between its boxes. */
export function checkInsertion({ nodes, at, lines, height }: PartedCase): void {
  const { body, parts } = writeDocument(nodes)
  const paragraph = `<p style="margin:0">${Array.from({ length: lines }, () => 'z').join('<br>')}</p>`
  const place = at % (parts.length + 1)
  checkPages({ height, before: body, after: [...parts.slice(0, place), paragraph, ...parts.slice(place)].join('') })
}

/**
 * Where the head and foot of a table are too tall to be repeated, the head is broken like a row, and the foot stands below
 * each of its parts but the first, if there is room: how long that makes the table depends on where it begins.
 */
function checkPages({ height, before, after }: { height: number; before: string; after: string }): void {
  const { pages, diagnostics } = layOutBody(before, height)
  if (diagnostics.some(({ code }) => code === 'repeated-header-too-tall')) return
  const grown = layOutBody(after, height).pages.length
  if (grown < pages.length) throw new Error(`${grown} pages with more content, ${pages.length} without`)
}

interface Case {
  readonly nodes: readonly Node[]
  readonly height: number
}

interface Outcome extends WholeDocument {
  readonly words: number
  readonly notes: number
  readonly images: number
}

/** More pages than the longest of the documents has if each page makes progress. */
const MAX_PAGES = 1_000

export function layOutCase({ nodes, height }: Case): Outcome {
  const { body, words, notes, images } = writeDocument(nodes)
  return { ...layOutBody(body, height), words, notes, images }
}

function layOutBody(body: string, height: number): WholeDocument {
  const css = `${CSS} @page { size: 200px ${height}px } @page wide { size: 300px ${height}px }
    @page low { size: 200px ${(height * 3) / 4}px }`
  return layOutDocument(compileSmall(css, body), {}, MAX_PAGES)
}

function notesOf(page: LaidOutPage): readonly PlacedText[] {
  return page.notes ? textsOf({ ...page, content: page.notes }) : []
}

function wordsOf(texts: readonly PlacedText[]): readonly string[] {
  return texts.flatMap(({ text }) => text.split(' ')).filter((word) => /^[abhnr]?\d+\.\d+$/.test(word))
}

/** Whether each leaf's words stand once and in their order. */
function checkOrder(words: readonly string[], count: number): void {
  const next = new Map<string, number>()
  for (const word of words) {
    const [leaf = '', index] = word.split('.')
    const expected = next.get(leaf) ?? 0
    if (Number(index) !== expected) throw new Error(`${word} instead of ${leaf}.${expected}`)
    next.set(leaf, expected + 1)
  }
  if (words.length !== count) throw new Error(`${words.length} of ${count} words`)
}

function checkContent({ pages, words, notes, images, diagnostics }: Outcome): void {
  const text = pages.flatMap((page) => wordsOf(textsOf(page)))
  if (text.some((word) => word.startsWith('r') || word.startsWith('n'))) throw new Error('taken out of the flow')
  checkOrder(
    text.filter((word) => !/^[bh]/.test(word)),
    words,
  )
  const placed = pages.reduce((sum, { content }) => sum + (content ? countImages(content.fragment) : 0), 0)
  // An image that is taller than its page is cut into pieces, which is reported.
  const areCut = diagnostics.some(({ code }) => code === 'content-overflows-page')
  if (areCut ? placed < images : placed !== images) throw new Error(`${placed} of ${images} images`)
  if (diagnostics.some(({ code }) => code === 'footnote-without-room')) return
  checkOrder(
    pages.flatMap((page) => wordsOf(notesOf(page))),
    notes,
  )
}

/** Those outside of headers and footers. */
function countImages(fragment: Fragment): number {
  if (fragment.kind !== 'box' && fragment.kind !== 'line') return 0
  if (fragment.kind === 'box' && fragment.box.kind === 'table-section' && fragment.box.role !== 'body') return 0
  const own = fragment.kind === 'box' && fragment.box.kind === 'replaced' ? 1 : 0
  return fragment.children.reduce((sum, child) => sum + countImages(child.fragment), own)
}

const STACKED = new Set(['table', 'table-section', 'table-wrapper'])

function checkRows({ pages }: Outcome): void {
  const visit = (fragment: Fragment): void => {
    if (fragment.kind !== 'box' && fragment.kind !== 'line') return
    if (fragment.kind === 'box' && STACKED.has(fragment.box.kind)) checkStack(fragment.children)
    for (const child of fragment.children) visit(child.fragment)
  }
  for (const { content } of pages) if (content) visit(content.fragment)
}

function checkStack(children: readonly PlacedFragment[]): void {
  let bottom = Number.NEGATIVE_INFINITY
  for (const { y, fragment } of children) {
    if (y < bottom) throw new Error(`a ${fragment.kind === 'box' ? fragment.box.kind : ''} at ${y} above ${bottom}`)
    if (fragment.kind === 'box') bottom = y + fragment.height
  }
}

/**
 * The rows of headers and footers as they stand at each part of their table that is as wide: a page of another width,
 * or floats on one of its pages, give a table other columns. Those that are reported not to repeat are broken as other
 * rows are, and those with something too tall for a page are no longer than the page has room for.
 */
function checkHeaders({ pages, diagnostics }: Outcome): void {
  const broken = new Set(diagnostics.flatMap(({ code, span }) => (code === 'repeated-header-too-tall' ? [span] : [])))
  const known = new Map<string, string>()
  const checkRow = (row: Fragment): void => {
    if (row.kind !== 'box') return
    const texts = JSON.stringify([row.height, textsWithin(row)])
    const key = `${row.box.id} of ${row.width}`
    const before = known.get(key) ?? texts
    if (before !== texts) throw new Error(`${texts} is not ${before}`)
    known.set(key, texts)
  }
  const visit = (fragment: Fragment, table?: Span): void => {
    if (fragment.kind !== 'box' && fragment.kind !== 'line') return
    if (fragment.kind === 'box' && fragment.box.kind === 'table-section' && fragment.box.role !== 'body') {
      if (!broken.has(table)) {
        for (const { fragment: row } of fragment.children) checkRow(row)
        return
      }
    }
    const isTable = fragment.kind === 'box' && fragment.box.kind === 'table'
    const inside = isTable ? fragment.box.node?.template.span : table
    for (const child of fragment.children) visit(child.fragment, inside)
  }
  for (const { content } of pages) if (content) visit(content.fragment)
}

function textsWithin(fragment: Fragment): unknown {
  if (fragment.kind === 'text') return fragment.words.map((word) => word.text).join('')
  if (fragment.kind === 'decoration') return ''
  return fragment.children.map((child) => [child.x, child.y, textsWithin(child.fragment)])
}

/** Rules that hold for all documents; each throws an error about a document that breaks it. */
export const PROPERTIES: Readonly<Record<string, (outcome: Outcome) => void>> = {
  'everything is placed exactly once and in order': checkContent,
  'no two rows overlap': checkRows,
  'headers and footers are the same on every page': checkHeaders,
  'nothing ends below the area of its page': checkArea,
  'no two texts overlap': checkOverlaps,
}
