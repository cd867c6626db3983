import { make, need } from './studio/studio-state.js'

/** Shows the first page of each template whose card is seen, in the place of the sheet that stands for it. */

const gallery = need<HTMLElement>('.gallery')

/** Cards that are worked on at the same time: more would only wait in the service. */
const LANES = 2

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
    await show(card).catch((error: unknown) => console.debug('no picture of a template:', error))
  }
  lanes--
}

async function show(card: HTMLElement): Promise<void> {
  const image = make('img', { alt: '' })
  image.src = card.dataset.picture ?? ''
  // Where there is none, the page of the template says why.
  await image.decode()
  card.replaceChildren(image)
}

// Whoever saves data does without pictures.
const { connection } = navigator as { readonly connection?: { readonly saveData?: boolean } }
if (!connection?.saveData)
  for (const card of gallery.querySelectorAll<HTMLElement>('[data-picture]')) seen.observe(card)
