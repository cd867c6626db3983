import type { PDFDocumentProxy } from 'pdfjs-dist'
import { make, need } from './studio/studio-state.js'

/** Pages of two documents side by side, or laid over each other with what differs marked. */

const panel = need<HTMLElement>('#compare-pages')
const { before = '', after = '', pdf: script = '', worker = '' } = panel.dataset
const WIDTH = 560
/** Pages that are compared at most; the texts below are complete. */
const MOST_PAGES = 30
/** A pixel differs when a channel does by more than this. */
const TOLERANCE = 24

async function load(address: string): Promise<PDFDocumentProxy> {
  const { openPdf }: typeof import('./pdf.js') = await import(script)
  const response = await fetch(address)
  if (!response.ok) throw new Error(`one of the two cannot be rendered (${response.status})`)
  return openPdf(new Uint8Array(await response.arrayBuffer()), worker)
}

async function draw(pdf: PDFDocumentProxy, number: number): Promise<HTMLCanvasElement> {
  const canvas = make('canvas', {})
  if (number > pdf.numPages) return canvas
  const page = await pdf.getPage(number)
  const viewport = page.getViewport({ scale: WIDTH / page.getViewport({ scale: 1 }).width })
  canvas.width = Math.ceil(viewport.width)
  canvas.height = Math.ceil(viewport.height)
  await page.render({ canvas, viewport }).promise
  return canvas
}

/** Shows the ink of the first only in red, of the second only in green, of both in grey; and counts what differs. */
function overlay(a: HTMLCanvasElement, b: HTMLCanvasElement): { canvas: HTMLCanvasElement; differing: number } {
  const canvas = make('canvas', {})
  canvas.width = Math.max(a.width, b.width)
  canvas.height = Math.max(a.height, b.height)
  const target = canvas.getContext('2d')
  if (!target) throw new Error('this browser cannot draw')
  const one = pixels(a, canvas)
  const two = pixels(b, canvas)
  const result = target.createImageData(canvas.width, canvas.height)
  let differing = 0
  for (let i = 0; i < result.data.length; i += 4) {
    const first = ((one[i] ?? 255) + (one[i + 1] ?? 255) + (one[i + 2] ?? 255)) / 3
    const second = ((two[i] ?? 255) + (two[i + 1] ?? 255) + (two[i + 2] ?? 255)) / 3
    const differs = [0, 1, 2].some(
      (channel) => Math.abs((one[i + channel] ?? 255) - (two[i + channel] ?? 255)) > TOLERANCE,
    )
    if (differs) differing++
    const pale = 200 + Math.min(first, second) * 0.215
    result.data[i] = differs ? (first < second ? 214 : 20) : pale
    result.data[i + 1] = differs ? (first < second ? 40 : 140) : pale
    result.data[i + 2] = differs ? (first < second ? 40 : 80) : pale
    result.data[i + 3] = 255
  }
  target.putImageData(result, 0, 0)
  return { canvas, differing }
}

function pixels(canvas: HTMLCanvasElement, size: HTMLCanvasElement): Uint8ClampedArray {
  const copy = make('canvas', {})
  copy.width = size.width
  copy.height = size.height
  const context = copy.getContext('2d')
  if (!context) throw new Error('this browser cannot draw')
  context.fillStyle = '#fff'
  context.fillRect(0, 0, copy.width, copy.height)
  if (canvas.width > 0 && canvas.height > 0) context.drawImage(canvas, 0, 0)
  return context.getImageData(0, 0, copy.width, copy.height).data
}

async function compare(): Promise<void> {
  const [a, b] = await Promise.all([load(before), load(after)])
  const status = make('p', { class: 'muted', role: 'status' }, 'Comparing…')
  const list = make('div', { class: 'compare-list' })
  const button = make('button', { type: 'button', class: 'small', 'aria-pressed': 'false' }, 'Overlay the pages')
  button.addEventListener('click', () => {
    const isOver = list.classList.toggle('overlaid')
    button.setAttribute('aria-pressed', String(isOver))
  })
  panel.append(make('div', { class: 'row' }, button, status), list)
  const count = Math.min(MOST_PAGES, Math.max(a.numPages, b.numPages))
  let changed = 0
  for (let number = 1; number <= count; number++) {
    const [left, right] = await Promise.all([draw(a, number), draw(b, number)])
    const { canvas, differing } = overlay(left, right)
    canvas.className = 'over'
    const isSame = differing === 0 && left.width === right.width && left.height === right.height
    if (!isSame) changed++
    const text = isSame ? `Page ${number}: the same` : `Page ${number}: different`
    list.append(
      make('figure', { class: isSame ? 'same' : 'different' }, make('figcaption', {}, text), left, right, canvas),
    )
  }
  status.textContent = changed === 0 ? 'All pages look the same.' : `${changed} of ${count} pages look different.`
}

compare().catch((error: unknown) => {
  panel.append(
    make('p', { class: 'flash problem', role: 'alert' }, error instanceof Error ? error.message : String(error)),
  )
})
