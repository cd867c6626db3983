import { setTimeout as delay } from 'node:timers/promises'
import type { HttpLoad } from './http-load.js'
import { MachineLoad } from './machine-load.js'
import type { ServiceProcess } from './service-process.js'
import { signIn } from './sign-in.js'
import { describe, percent, spread } from './spread.js'

const EDITORS = 10

/** Between the keys of somebody who writes without a pause: about eighty words a minute. */
const KEY_MS = 150

/** Synchronous documents meanwhile: so few that they do not wait for each other. */
const PER_SECOND = 10

/** Rounds without and with editors, in turn, so that what else the machine does meets both. */
const ROUNDS = 4
const SECONDS = 10
const WARM_UP_SECONDS = 5

/** Times synchronous documents, alone and beside editors who type in the studio. */
export async function measureEditors(service: ServiceProcess, template: string, load: HttpLoad) {
  const cookie = await signIn(service.dataDir, undefined)
  const studio = `${service.url}/dashboard/${service.slug}/templates/${template}`
  const form = await openStudio(studio, cookie)
  const machine = new MachineLoad([service.pid])
  await typeBeside(studio, cookie, form, () => load.openLoop(PER_SECOND, WARM_UP_SECONDS))
  const alone: number[] = []
  const beside: number[] = []
  const counts = new Map<Preview, number>()
  for (let round = 0; round < ROUNDS; round++) {
    alone.push(...(await load.openLoop(PER_SECOND, SECONDS)))
    const typed = await typeBeside(studio, cookie, form, () => load.openLoop(PER_SECOND, SECONDS))
    beside.push(...typed.result)
    for (const [kind, count] of typed.previews) counts.set(kind, (counts.get(kind) ?? 0) + count)
  }
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

/** Lets all editors type while something else is done. */
async function typeBeside<Result>(
  studio: string,
  cookie: string,
  form: URLSearchParams,
  act: () => Promise<Result>,
): Promise<{ readonly result: Result; readonly previews: ReadonlyMap<Preview, number> }> {
  let isOver = false
  const previews = new Map<Preview, number>()
  const failures: unknown[] = []
  const html = form.get('html') ?? ''
  const type = async (editor: number) => {
    const answers: Promise<void>[] = []
    for (let key = 0; !isOver; key++) {
      const body = new URLSearchParams(form)
      body.set('tab', String(editor))
      body.set('html', `${html}<p>${'x'.repeat(key % 50)}</p>`)
      answers.push(
        preview(studio, cookie, body).then(
          (kind) => {
            previews.set(kind, (previews.get(kind) ?? 0) + 1)
          },
          // Told of when all have ended: one that is rejected while nobody waits for it would end the program.
          (error: unknown) => {
            failures.push(error)
          },
        ),
      )
      await delay(KEY_MS)
    }
    await Promise.all(answers)
  }
  const editors = Array.from({ length: EDITORS }, (_, editor) =>
    delay((editor * KEY_MS) / EDITORS).then(() => type(editor)),
  )
  let result: Result
  try {
    result = await act()
  } finally {
    isOver = true
    await Promise.all(editors)
  }
  if (failures.length > 0) throw failures[0]
  return { result, previews }
}

/** What has come of a preview. */
type Preview = 'previewed' | 'outdated' | 'timed-out' | 'unavailable'

const PREVIEWS: readonly string[] = ['previewed', 'outdated', 'timed-out', 'unavailable'] satisfies readonly Preview[]

/** @throws Error for another status, or a draft that is broken */
async function preview(studio: string, cookie: string, body: URLSearchParams): Promise<Preview> {
  const headers = { cookie, accept: 'application/octet-stream', origin: new URL(studio).origin }
  const answer = await fetch(`${studio}/preview`, { method: 'POST', headers, body })
  const bytes = await answer.arrayBuffer()
  if (!answer.ok) throw new Error(`a preview failed with status ${answer.status}: ${Buffer.from(bytes)}`)
  const { kind }: { kind: Preview } = JSON.parse(Buffer.from(bytes, 4, new DataView(bytes).getUint32(0)).toString())
  if (!PREVIEWS.includes(kind)) throw new Error(`a preview is ${kind}`)
  return kind
}
