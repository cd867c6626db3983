import { setTimeout as delay } from 'node:timers/promises'
import { HttpLoad } from './http-load.js'
import { MachineLoad } from './machine-load.js'
import type { ServiceProcess } from './service-process.js'
import { signIn } from './sign-in.js'
import { describe, percent, spread } from './spread.js'

const EDITORS = 10

/** Between the keys of somebody who writes without a pause: about eighty words a minute. */
const KEY_MS = 150

/** Keys of an editor, after which the same ones come again. */
const KEYS = 50

/** Editors do not wait for the page of one key before they press the next. */
const CONNECTIONS = 4 * EDITORS

/** Synchronous documents meanwhile: so few that they do not wait for each other. */
const PER_SECOND = 10

/** Rounds without and with editors, in turn, so that what else the machine does meets both. */
const ROUNDS = 4
const SECONDS = 10
const WARM_UP_SECONDS = 10

/** Documents before anything is measured: V8 keeps compiling for about so many. */
const WARM_UP_DOCUMENTS = 2_000
const WARM_UP_CLIENTS = 4

/** Times synchronous documents, alone and beside editors who type in the studio. */
export async function measureEditors(service: ServiceProcess, template: string, load: HttpLoad) {
  const cookie = await signIn(service.dataDir, undefined)
  const studio = `${service.url}/dashboard/${service.slug}/templates/${template}`
  const form = await openStudio(studio, cookie)
  const typing = typingOf(studio, cookie, form)
  const machine = new MachineLoad([service.pid])
  await load.sendMany(WARM_UP_CLIENTS, WARM_UP_DOCUMENTS)
  await typeBeside(typing, () => load.openLoop(PER_SECOND, WARM_UP_SECONDS))
  const alone: number[] = []
  const beside: number[] = []
  const counts = new Map<Preview, number>()
  for (let round = 0; round < ROUNDS; round++) {
    alone.push(...(await load.openLoop(PER_SECOND, SECONDS)))
    const typed = await typeBeside(typing, () => load.openLoop(PER_SECOND, SECONDS))
    beside.push(...typed.result)
    for (const [kind, count] of typed.previews) counts.set(kind, (counts.get(kind) ?? 0) + count)
  }
  typing.close()
  const previews = [...counts.values()].reduce((sum, count) => sum + count, 0)
  const share = (kind: Preview) => (counts.get(kind) ?? 0) / previews
  const result = {
    aloneMs: spread(alone),
    besideMs: spread(beside),
    previewsPerSecond: previews / (ROUNDS * SECONDS),
    shown: share('previewed'),
    timedOut: share('timed-out'),
    unavailable: share('unavailable'),
    others: machine.next()?.others,
  }
  console.log(
    `Synchronous invoices, ${PER_SECOND} a second, alone and beside ${EDITORS} editors who type without a pause`,
  )
  console.log(`alone ${describe(result.aloneMs)}`)
  console.log(`beside ${describe(result.besideMs)}`)
  console.log(
    `${Math.round(result.previewsPerSecond)} previews a second were asked for, ${percent(result.shown)} of them shown, ${percent(result.timedOut)} too slow, ${percent(result.unavailable)} without a place and the others outdated; other programs ${percent(result.others)}\n`,
  )
  return result
}

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
 * What all editors send, one key of each after the other: made before, and sent as cheaply as documents are, since what
 * the editors' browsers do is done on other machines than the service's.
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

/** Lets all editors type while something else is done. */
async function typeBeside<Result>(
  typing: HttpLoad,
  act: () => Promise<Result>,
): Promise<{ readonly result: Result; readonly previews: ReadonlyMap<Preview, number> }> {
  let isOver = false
  const previews = new Map<Preview, number>()
  const type = async () => {
    const answers: Promise<void>[] = []
    while (!isOver) {
      const answer = typing.send().then((bytes) => {
        const kind = kindOf(bytes)
        previews.set(kind, (previews.get(kind) ?? 0) + 1)
      })
      // Told of below: one that is rejected while nobody waits for it would end the program.
      answer.catch(() => undefined)
      answers.push(answer)
      await delay(KEY_MS / EDITORS)
    }
    await Promise.all(answers)
  }
  const typed = type()
  let result: Result
  try {
    result = await act()
  } finally {
    isOver = true
    await typed
  }
  return { result, previews }
}

/** What has come of a preview. */
type Preview = 'previewed' | 'outdated' | 'timed-out' | 'unavailable'

const PREVIEWS: readonly string[] = ['previewed', 'outdated', 'timed-out', 'unavailable'] satisfies readonly Preview[]

/** @throws Error for a draft that is broken */
function kindOf(answer: Buffer): Preview {
  const { kind }: { kind: Preview } = JSON.parse(answer.toString('utf8', 4, 4 + answer.readUInt32BE(0)))
  if (!PREVIEWS.includes(kind)) throw new Error(`a preview is ${kind}`)
  return kind
}
