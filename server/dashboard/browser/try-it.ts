import { make, need } from './studio/studio-state.js'

/** Sends what is written to the interface and shows how it answers. */

const panel = need<HTMLElement>('#try-it')
const form = need<HTMLFormElement>('form', panel)
const answer = need<HTMLElement>('.try-answer', panel)
const send = need<HTMLButtonElement>('button', form)
send.disabled = false
let last: string | undefined

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
  const text = need<HTMLTextAreaElement>('[name=data]', form).value
  const data: Record<string, unknown> = JSON.parse(text)
  if (need<HTMLInputElement>('[name=test]', form).checked) data.isTest = true
  const began = performance.now()
  const response = await fetch(new URL(panel.dataset.url ?? '', location.href).pathname, {
    method: 'POST',
    headers: {
      Authorization: `Bearer ${need<HTMLInputElement>('[name=key]', form).value}`,
      'Content-Type': 'application/json',
    },
    body: JSON.stringify(data),
  })
  const body = await response.blob()
  const took = Math.round(performance.now() - began)
  if (last) URL.revokeObjectURL(last)
  last = URL.createObjectURL(body)
  const isDocument = response.ok && body.type.startsWith('application/pdf')
  const headers = [...response.headers].map(([name, value]) => `${name}: ${value}`).join('\n')
  const result = isDocument
    ? make(
        'a',
        { class: 'button primary', href: last ?? '', download: 'document.pdf' },
        `Download the PDF (${Math.round(body.size / 1_000)} kB)`,
      )
    : make('pre', { tabindex: '0' }, await body.text())
  answer.replaceChildren(
    make(
      'p',
      { class: `flash ${response.ok ? 'done' : 'problem'}` },
      `${response.status} ${response.statusText} after ${took} ms`,
    ),
    result,
    make('details', {}, make('summary', {}, 'Headers'), make('pre', { tabindex: '0' }, headers)),
  )
}
