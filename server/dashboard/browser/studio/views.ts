import type { PDFDocumentProxy } from 'pdfjs-dist'
import { readAloud } from './read-aloud.js'
import { make } from './studio-state.js'

/** The views on the right side of the studio. */
export type View = 'pages' | 'samples' | 'outline' | 'reading'

const VIEWS: readonly (readonly [view: View, label: string])[] = [
  ['pages', 'Pages'],
  ['samples', 'All samples'],
  ['outline', 'Outline'],
  ['reading', 'Reading order'],
]

/** Of a long document this many pages are read at most. */
const PAGES_READ = 50

/** CSS px of a page among those of all samples. */
const SAMPLE_WIDTH = 260

export function viewChoice(act: (view: View) => void): HTMLSelectElement {
  const options = VIEWS.map(([view, label]) => make('option', { value: view }, label))
  const choice = make('select', { 'aria-label': 'View' }, ...options)
  choice.addEventListener('change', () => act(VIEWS.find(([view]) => view === choice.value)?.[0] ?? 'pages'))
  return choice
}

type Outline = Awaited<ReturnType<PDFDocumentProxy['getOutline']>>

/** The document's bookmarks as a tree of buttons. @param jump is called with the number of a page, from 1 */
export async function makeOutline(pdf: PDFDocumentProxy, jump: (page: number) => void): Promise<HTMLElement> {
  const outline = await pdf.getOutline()
  if (!outline || outline.length === 0) {
    return make('p', { class: 'muted' }, 'There are no bookmarks: headings make them, and bookmark-level in CSS.')
  }
  return outlineList(pdf, outline, jump)
}

async function outlineList(pdf: PDFDocumentProxy, items: Outline, jump: (page: number) => void): Promise<HTMLElement> {
  const entries = await Promise.all(
    items.map(async ({ title, dest, items: inner }) => {
      const page = await pageOf(pdf, dest)
      const button = make(
        'button',
        { type: 'button', class: 'outline-entry' },
        make('span', {}, title),
        make('span', { class: 'muted' }, page === undefined ? '' : String(page)),
      )
      if (page !== undefined) button.addEventListener('click', () => jump(page))
      return make('li', {}, button, ...(inner.length > 0 ? [await outlineList(pdf, inner, jump)] : []))
    }),
  )
  return make('ul', { class: 'outline' }, ...entries)
}

async function pageOf(pdf: PDFDocumentProxy, destination: string | unknown[] | null): Promise<number | undefined> {
  const found = typeof destination === 'string' ? await pdf.getDestination(destination) : destination
  const target = found?.[0]
  if (typeof target === 'number') return target + 1
  if (typeof target !== 'object' || target === null) return undefined
  return (await pdf.getPageIndex(target as { num: number; gen: number })) + 1
}

/** The text as a screen reader says it, in its order, with the types of the parts. */
export async function makeReading(pdf: PDFDocumentProxy): Promise<HTMLElement> {
  const pages = await Promise.all(
    Array.from({ length: Math.min(pdf.numPages, PAGES_READ) }, async (_, index) => {
      const parts = await readAloud(pdf, index + 1)
      const list = parts.map(({ type, text, depth }) => {
        const item = make('li', {}, make('span', { class: 'type' }, type), make('span', {}, text))
        item.style.paddingInlineStart = `${Math.min(depth, 12)}rem`
        return item
      })
      return make('section', {}, make('h2', {}, `Page ${index + 1}`), make('ol', {}, ...list))
    }),
  )
  const rest = pdf.numPages - PAGES_READ
  const note = rest > 0 ? [make('p', { class: 'muted' }, `and ${rest} more pages`)] : []
  return make('div', { class: 'reading' }, ...pages, ...note)
}

/** The first page of a sample's document, in a row with others. */
export async function makeSamplePage(pdf: PDFDocumentProxy): Promise<HTMLElement> {
  const page = await pdf.getPage(1)
  const ratio = Math.min(2, window.devicePixelRatio || 1)
  const { width } = page.getViewport({ scale: 1 })
  const viewport = page.getViewport({ scale: (SAMPLE_WIDTH / width) * ratio })
  const canvas = make('canvas', { 'aria-hidden': 'true' })
  canvas.width = Math.floor(viewport.width)
  canvas.height = Math.floor(viewport.height)
  await page.render({ canvas, viewport }).promise
  return canvas
}
