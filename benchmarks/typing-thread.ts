/**
 * Ten editors who type in the studio without a pause, from `begin` to `end`. A thread of its own: what editors' browsers do
 * is done on other machines than the service's, and whoever times documents meanwhile waits for none of it.
 */
import { setTimeout as delay } from 'node:timers/promises'
import { parentPort, workerData } from 'node:worker_threads'
import { HttpLoad } from './http-load.js'
import { EDITORS, PREVIEWS, type Preview, type Studio, type TypingOrder } from './typing-orders.js'

/** Between the keys of somebody who writes without a pause: about eighty words a minute. */
const KEY_MS = 150

/** Keys of an editor, after which the same ones come again. */
const KEYS = 50

/** Editors do not wait for the page of one key before they press the next. */
const CONNECTIONS = 4 * EDITORS

const { url, cookie }: Studio = workerData
const typing = typingOf(url, cookie, await openStudio(url, cookie))

let isTyping = false
let answers: Promise<Preview>[] = []

parentPort?.on('message', async (order: TypingOrder) => {
  if (order === 'begin') {
    answers = []
    isTyping = true
    while (isTyping) {
      const answer = typing.send().then(kindOf)
      // Told of at the end: one that is rejected while nobody waits for it would end the program.
      answer.catch(() => undefined)
      answers.push(answer)
      await delay(KEY_MS / EDITORS)
    }
  } else {
    isTyping = false
    const counts = new Map<Preview, number>()
    for (const kind of await Promise.all(answers)) counts.set(kind, (counts.get(kind) ?? 0) + 1)
    parentPort?.postMessage(counts)
  }
})
parentPort?.postMessage('ready')

/** The fields of a preview, as the studio's page has them. */
async function openStudio(studio: string, cookie: string): Promise<URLSearchParams> {
  const page = await (await fetch(studio, { headers: { cookie, accept: 'text/html' } })).text()
  const field = (pattern: RegExp) => decode(pattern.exec(page)?.[1] ?? '')
  const state: { csrf: string; files: readonly { path: string; hash: string }[] } = JSON.parse(
    field(/data-state="([^"]+)"/),
  )
  return new URLSearchParams({
    csrf: state.csrf,
    files: JSON.stringify(state.files.map(({ path, hash }) => [path, hash])),
    html: field(/name="html"[^>]*>\n([^<]*)</),
    data: field(/name="sampleData"[^>]*>\n([^<]*)</),
    schema: field(/name="schema"[^>]*>\n([^<]*)</),
    pageSize: 'a4',
    orientation: 'portrait',
  })
}

function decode(text: string): string {
  const characters: Readonly<Record<string, string>> = { lt: '<', gt: '>', quot: '"', amp: '&', '#39': "'" }
  return text.replace(/&(lt|gt|quot|amp|#39);/g, (_, name) => characters[name] ?? '')
}

/**
 * What all editors send, one key of each after the other: made before, and sent as cheaply as documents are.
 */
function typingOf(studio: string, cookie: string, form: URLSearchParams): HttpLoad {
  const html = form.get('html') ?? ''
  const bodies = Array.from({ length: EDITORS * KEYS }, (_, index) => {
    const body = new URLSearchParams(form)
    body.set('tab', String(index % EDITORS))
    body.set('html', `${html}<p>${'x'.repeat(Math.floor(index / EDITORS))}</p>`)
    return Buffer.from(body.toString())
  })
  const headers = {
    cookie,
    accept: 'application/octet-stream',
    origin: new URL(studio).origin,
    'content-type': 'application/x-www-form-urlencoded',
  }
  return new HttpLoad({ url: `${studio}/preview`, headers, bodies, expectedStatus: 200 }, CONNECTIONS)
}

/** @throws Error for a draft that is broken */
function kindOf(answer: Buffer): Preview {
  const { kind }: { kind: Preview } = JSON.parse(answer.toString('utf8', 4, 4 + answer.readUInt32BE(0)))
  if (!PREVIEWS.includes(kind)) throw new Error(`a preview is ${kind}`)
  return kind
}
