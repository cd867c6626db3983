import { make, need } from './studio/studio-state.js'

/** Makes a document of what is written, and shows its pages beside what the interface would answer. */

const panel = need<HTMLElement>('#try-it')
const form = need<HTMLFormElement>('form', panel)
const answer = need<HTMLElement>('.try-answer', panel)
const send = need<HTMLButtonElement>('button', form)
const { pdf: script = '', worker = '' } = panel.dataset

/** Pages that are drawn; the file has them all. */
const MOST_PAGES = 10

let last: string | undefined

interface Told {
  readonly status: number
  readonly body?: string
  readonly event?: string
  readonly fileName?: string
  readonly pages: number
  readonly renderTimeMs: number
  readonly problems: readonly string[]
}

form.addEventListener('submit', async (event) => {
  event.preventDefault()
  send.disabled = true
  try {
    await attempt()
  } catch (error) {
    answer.replaceChildren(
      make('p', { class: 'flash problem' }, error instanceof Error ? error.message : String(error)),
    )
  }
  send.disabled = false
})

async function attempt(): Promise<void> {
  const body = new URLSearchParams()
  for (const [name, value] of new FormData(form)) body.append(name, String(value))
  body.set('live', '1')
  const response = await fetch(form.action, { method: 'POST', body, headers: { Accept: 'application/json' } })
  if (!response.ok) throw new Error(await reasonOf(response))
  const bytes = await response.arrayBuffer()
  const length = new DataView(bytes).getUint32(0)
  const told: Told = JSON.parse(new TextDecoder().decode(new Uint8Array(bytes, 4, length)))
  await show(told, bytes.slice(4 + length))
}

async function reasonOf(response: Response): Promise<string> {
  if (!response.headers.get('content-type')?.startsWith('application/json')) return `No answer (${response.status}).`
  const { error }: { readonly error: { readonly message: string } } = await response.json()
  return error.message
}

async function show(told: Told, pdf: ArrayBuffer): Promise<void> {
  const { status, body, event, problems, pages, renderTimeMs, fileName = 'document.pdf' } = told
  const isMade = pdf.byteLength > 0
  const facts = isMade
    ? `: ${pages} ${pages === 1 ? 'page' : 'pages'}, ${Math.round(pdf.byteLength / 1_000)} kB, rendered in ${Math.round(renderTimeMs)} ms`
    : ''
  const parts: Node[] = [
    make('p', { class: `flash ${status < 400 ? 'done' : 'problem'}` }, `The interface would answer ${status}${facts}.`),
  ]
  if (body !== undefined) parts.push(make('pre', { class: 'block', tabindex: '0' }, body))
  if (event !== undefined) {
    parts.push(make('h3', {}, 'The event'), make('pre', { class: 'block', tabindex: '0' }, event))
  }
  if (problems.length > 0) {
    const items = problems.map((problem) => make('li', {}, problem))
    parts.push(make('h3', {}, 'Problems'), make('ul', {}, ...items))
  }
  if (isMade) {
    if (last) URL.revokeObjectURL(last)
    last = URL.createObjectURL(new Blob([pdf], { type: 'application/pdf' }))
    parts.push(make('p', {}, make('a', { class: 'button', href: last, download: fileName }, 'Download the PDF')))
    parts.push(await draw(new Uint8Array(pdf), pages))
  }
  answer.replaceChildren(...parts)
}

async function draw(pdf: Uint8Array, pages: number): Promise<HTMLElement> {
  const { openPdf }: typeof import('./pdf.js') = await import(script)
  const document = await openPdf(pdf, worker)
  const list = make('div', { class: 'try-pages', tabindex: '0', role: 'region', 'aria-label': 'Pages' })
  for (let number = 1; number <= Math.min(pages, MOST_PAGES); number++) {
    const page = await document.getPage(number)
    const canvas = make('canvas', { role: 'img', 'aria-label': `Page ${number}` })
    const viewport = page.getViewport({ scale: 1.4 })
    canvas.width = Math.ceil(viewport.width)
    canvas.height = Math.ceil(viewport.height)
    await page.render({ canvas, viewport }).promise
    list.append(canvas)
  }
  if (pages > MOST_PAGES) list.append(make('p', {}, `${pages - MOST_PAGES} more pages are in the file.`))
  await document.loadingTask.destroy()
  return list
}
