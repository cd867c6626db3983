import type { PDFDocumentProxy, RenderTask } from 'pdfjs-dist'
import type { PreviewBox, PreviewMap, PreviewPage } from '../../../render/preview-map.js'
import { inspection } from './inspection.js'
import { boxOutlines, place, productionMarks } from './page-marks.js'
import { make } from './studio-state.js'

/** CSS px in a point. */
const PX = 96 / 72

/** Pages are drawn this far before they come into sight. */
const AHEAD = '600px'

const SHARPEST = 2

interface Sheet {
  readonly element: HTMLElement
  readonly marks: HTMLElement
  canvas: HTMLCanvasElement | undefined
  isNear: boolean
  /** The drawing on its canvas. */
  shown: Drawing | undefined
  /** The drawing under way that will take its place. */
  drawing: (Drawing & { readonly done: Promise<void> }) | undefined
  task: RenderTask | undefined
  scale: number
}

/** A page as it is drawn: from a document, at a scale. */
interface Drawing {
  readonly pdf: PDFDocumentProxy
  readonly scale: number
}

/** The pages of a document, drawn when they are near what is seen, and drawn over when there is a newer document. */
export class PageView {
  readonly #sheets: Sheet[] = []
  readonly #near: IntersectionObserver
  #pdf: PDFDocumentProxy | undefined
  #map: PreviewMap = { elements: [], texts: [], rules: [], styles: [], pages: [] }
  #zoom: number | 'fit' = 'fit'
  #isGrid = false
  #showsBoxes = false
  #showsMarks = false
  #onPainted: (() => void) | undefined

  /** @param pick is called with the element that was clicked */
  constructor(
    private readonly host: HTMLElement,
    private readonly pick: (element: number) => void,
  ) {
    this.#near = new IntersectionObserver((entries) => this.#notice(entries), { root: host, rootMargin: AHEAD })
    new ResizeObserver(() => this.#resize()).observe(host)
  }

  get map(): PreviewMap {
    return this.#map
  }

  /**
   * Shows a document in the place of the one before; resolves when what is in sight has been painted, or another document
   * has taken its place.
   */
  show(pdf: PDFDocumentProxy, map: PreviewMap): Promise<void> {
    const before = this.#pdf
    this.#pdf = pdf
    this.#map = map
    while (this.#sheets.length > map.pages.length) this.#drop()
    while (this.#sheets.length < map.pages.length) this.#add()
    this.#scaleSheets()
    this.#onPainted?.()
    const painted = new Promise<void>((resolve) => {
      this.#onPainted = resolve
    })
    void this.#drawNear()
    void painted.then(() => before?.destroy())
    return painted
  }

  set zoom(zoom: number | 'fit') {
    this.#zoom = zoom
    this.#resize()
  }

  get scale(): number {
    const widest = Math.max(1, ...this.#map.pages.map(({ width }) => width))
    const columns = this.#isGrid ? Math.max(2, Math.floor(this.host.clientWidth / 320)) : 1
    const room = (this.host.clientWidth - 24 * (columns + 1)) / columns
    return this.#zoom === 'fit' ? Math.min(2, room / widest) : this.#zoom * PX
  }

  set grid(isGrid: boolean) {
    this.#isGrid = isGrid
    this.host.classList.toggle('grid', isGrid)
    this.#resize()
  }

  /** Whether the border boxes of all elements are drawn. */
  set showsBoxes(shows: boolean) {
    this.#showsBoxes = shows
    this.#scaleSheets()
  }

  /** Whether it is drawn where the page is folded and cut. */
  set showsMarks(shows: boolean) {
    this.#showsMarks = shows
    this.#scaleSheets()
  }

  /** @param page from 1 */
  scrollTo(page: number): void {
    this.#sheets[page - 1]?.element.scrollIntoView({ block: 'start' })
  }

  /** Outlines all boxes of an element, and shows the first. */
  outline(element: number | undefined, scrolls: boolean): void {
    let first: HTMLElement | undefined
    for (const [index, sheet] of this.#sheets.entries()) {
      for (const old of sheet.marks.querySelectorAll('.outlined')) old.remove()
      if (element === undefined) continue
      const page = this.#map.pages[index]
      for (const box of page?.boxes.filter(({ e }) => e === element).slice(0, 200) ?? []) {
        const mark = make('div', { class: 'outlined' })
        place(mark, box, sheet.scale)
        sheet.marks.append(mark)
        first ??= mark
      }
    }
    if (scrolls) first?.scrollIntoView({ block: 'nearest' })
  }

  /** The innermost element whose source encloses an offset of a file, among those that are on a page. */
  elementAt(file: string, offset: number): number | undefined {
    let best: number | undefined
    let length = Number.POSITIVE_INFINITY
    for (const [index, [, ownFile, , , start, end]] of this.#map.elements.entries()) {
      if (ownFile !== file || offset < start || offset > end || end - start >= length) continue
      best = index
      length = end - start
    }
    return best
  }

  #add(): void {
    const marks = make('div', { class: 'marks' })
    const element = make('div', { class: 'sheet', role: 'img' }, marks)
    const sheet: Sheet = {
      element,
      marks,
      canvas: undefined,
      isNear: false,
      shown: undefined,
      drawing: undefined,
      task: undefined,
      scale: 1,
    }
    const index = this.#sheets.push(sheet) - 1
    element.setAttribute('aria-label', `Page ${index + 1}`)
    element.addEventListener('click', (event) => {
      const found = this.#boxAt(index, event)
      if (found) this.pick(found.e)
    })
    element.addEventListener('mousemove', (event) =>
      this.#inspect(index, event.altKey ? this.#boxAt(index, event) : undefined),
    )
    element.addEventListener('mouseleave', () => this.#inspect(index, undefined))
    this.host.append(element)
    this.#near.observe(element)
    // Until the observer has seen it, the first pages are taken to be in sight.
    sheet.isNear = index < 2
  }

  #drop(): void {
    const sheet = this.#sheets.pop()
    if (!sheet) return
    sheet.task?.cancel()
    this.#near.unobserve(sheet.element)
    sheet.element.remove()
  }

  #resize(): void {
    this.#scaleSheets()
    void this.#drawNear()
  }

  #scaleSheets(): void {
    const scale = this.scale
    for (const [index, sheet] of this.#sheets.entries()) {
      const page = this.#map.pages[index]
      if (!page) continue
      const { style } = sheet.element
      style.width = `${page.width * scale}px`
      style.height = `${page.height * scale}px`
      sheet.scale = scale
      this.#drawMarks(sheet, page)
    }
    this.host.dataset.scale = String(scale)
  }

  #drawMarks(sheet: Sheet, page: PreviewPage): void {
    sheet.marks.replaceChildren()
    const margins = make('div', { class: 'page-area' })
    place(margins, { r: page.area }, sheet.scale)
    sheet.marks.append(margins)
    if (this.#showsBoxes) sheet.marks.append(boxOutlines(page))
    if (this.#showsMarks) sheet.marks.append(...productionMarks(page, sheet.scale))
  }

  #notice(entries: readonly IntersectionObserverEntry[]): void {
    for (const { target, isIntersecting } of entries) {
      const sheet = this.#sheets.find(({ element }) => element === target)
      if (sheet) sheet.isNear = isIntersecting
    }
    void this.#drawNear()
  }

  /** Draws what is in sight, and then what is near. */
  async #drawNear(): Promise<void> {
    const pdf = this.#pdf
    if (!pdf) return
    const near = [...this.#sheets.entries()].filter(([, { isNear }]) => isNear)
    const view = this.host.getBoundingClientRect()
    const inSight = near.filter(([, { element }]) => {
      const { top, bottom } = element.getBoundingClientRect()
      return bottom > view.top && top < view.bottom
    })
    await Promise.all(inSight.map(([index, sheet]) => this.#draw(pdf, index, sheet)))
    if (pdf !== this.#pdf) return
    this.#onPainted?.()
    this.#onPainted = undefined
    await Promise.all(near.map(([index, sheet]) => this.#draw(pdf, index, sheet)))
  }

  /** Sees to it that a sheet shows a page of a document at the sheet's scale. */
  #draw(pdf: PDFDocumentProxy, index: number, sheet: Sheet): Promise<void> {
    const wanted = { pdf, scale: sheet.scale }
    if (isSame(sheet.drawing, wanted)) return sheet.drawing.done
    sheet.task?.cancel()
    sheet.drawing = undefined
    if (isSame(sheet.shown, wanted)) return Promise.resolve()
    const done = this.#paint(wanted, index, sheet)
    sheet.drawing = { ...wanted, done }
    return done
  }

  /** Draws beside what is shown and puts it in its place when it is complete: no page is ever empty. */
  async #paint(wanted: Drawing, index: number, sheet: Sheet): Promise<void> {
    const { pdf, scale } = wanted
    try {
      const page = await pdf.getPage(index + 1)
      if (!isSame(sheet.drawing, wanted)) return
      const ratio = Math.min(SHARPEST, window.devicePixelRatio || 1)
      const viewport = page.getViewport({ scale: scale * ratio })
      const canvas = make('canvas', { 'aria-hidden': 'true' })
      canvas.width = Math.max(1, Math.floor(viewport.width))
      canvas.height = Math.max(1, Math.floor(viewport.height))
      sheet.task = page.render({ canvas, viewport })
      await sheet.task.promise
      if (!isSame(sheet.drawing, wanted)) return
      sheet.canvas?.remove()
      sheet.canvas = canvas
      sheet.shown = wanted
      sheet.drawing = undefined
      sheet.element.prepend(canvas)
    } catch (error) {
      // Another drawing has taken its place.
      if (isSame(sheet.drawing, wanted) && pdf === this.#pdf) throw error
    }
  }

  /** The innermost box at a place of a page. */
  #boxAt(index: number, event: MouseEvent): PreviewBox | undefined {
    const sheet = this.#sheets[index]
    const page = this.#map.pages[index]
    if (!sheet || !page) return undefined
    const bounds = sheet.element.getBoundingClientRect()
    const x = (event.clientX - bounds.left) / sheet.scale
    const y = (event.clientY - bounds.top) / sheet.scale
    return page.boxes.findLast((box) => isInside(box, x, y))
  }

  #inspect(index: number, box: PreviewBox | undefined): void {
    const sheet = this.#sheets[index]
    const page = this.#map.pages[index]
    if (!sheet || !page) return
    for (const old of sheet.marks.querySelectorAll('.inspected')) old.remove()
    if (box) sheet.marks.append(...inspection(this.#map, page, box, sheet.scale))
  }
}

function isSame<One extends Drawing>(one: One | undefined, { pdf, scale }: Drawing): one is One {
  return one !== undefined && one.pdf === pdf && one.scale === scale
}

function isInside({ r: [left, top, width, height], t }: PreviewBox, x: number, y: number): boolean {
  let px = x
  let py = y
  if (t) {
    const [a, b, c, d, e, f] = t
    const determinant = a * d - b * c
    if (determinant === 0) return false
    px = (d * (x - e) - c * (y - f)) / determinant
    py = (a * (y - f) - b * (x - e)) / determinant
  }
  return px >= left && px <= left + width && py >= top && py <= top + height
}
