import { make, need } from './studio/studio-state.js'

/** Draws the first page of each template whose card is seen, in the place of the sheet that stands for it. */

const gallery = need<HTMLElement>('.gallery')
const { pdf: script = '', worker = '' } = gallery.dataset

/** Cards that are worked on at the same time: more would only wait in the service. */
const LANES = 2

/** The width of a page beside that of its card, as in the style sheet. */
const SHARE_OF_CARD = 0.76

const waiting: HTMLElement[] = []
let lanes = 0

const seen = new IntersectionObserver(
  (entries) => {
    for (const { isIntersecting, target } of entries) {
      if (!isIntersecting) continue
      seen.unobserve(target)
      waiting.push(target as HTMLElement)
    }
    while (lanes < LANES && waiting.length > 0) void work()
  },
  { rootMargin: '200px' },
)

async function work(): Promise<void> {
  lanes++
  for (let card = waiting.shift(); card; card = waiting.shift()) {
    // A template that cannot be rendered keeps the sheet.
    await draw(card).catch((error: unknown) => console.debug('no picture of a template:', error))
  }
  lanes--
}

async function draw(card: HTMLElement): Promise<void> {
  const response = await fetch(card.dataset.pdf ?? '')
  // Where there is no picture, the page of the template says why.
  if (response.status !== 200) return
  const { openPdf }: typeof import('./pdf.js') = await import(script)
  const document = await openPdf(new Uint8Array(await response.arrayBuffer()), worker)
  const page = await document.getPage(1)
  const canvas = make('canvas', { 'aria-hidden': 'true' })
  const width = Math.round(card.clientWidth * SHARE_OF_CARD * devicePixelRatio)
  const viewport = page.getViewport({ scale: width / page.getViewport({ scale: 1 }).width })
  canvas.width = Math.ceil(viewport.width)
  canvas.height = Math.ceil(viewport.height)
  await page.render({ canvas, viewport }).promise
  await document.loadingTask.destroy()
  card.replaceChildren(canvas)
}

// Whoever saves data does without pictures.
const { connection } = navigator as { readonly connection?: { readonly saveData?: boolean } }
if (!connection?.saveData) for (const card of gallery.querySelectorAll<HTMLElement>('[data-pdf]')) seen.observe(card)
