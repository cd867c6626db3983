import type { Test } from 'tap'
import type { ProcessProblem } from '../../../server/render/process-slot.js'
import { type RenderJob, RenderPool, type RenderPoolOptions } from '../../../server/render/render-pool.js'
import type { RenderOutcome } from '../../../server/render/render-types.js'
import type { TemplateContent } from '../../../server/storage/store.js'

/** For what ends by itself, however busy the machine is. */
export const PATIENCE_MS = 600_000

export const CONTENT: TemplateContent = {
  name: 'Test',
  html: 'plain',
  pageSize: 'a4',
  orientation: 'portrait',
  schema: undefined,
  sample: undefined,
  assets: new Map([['logo.svg', new Uint8Array([1, 2, 3])]]),
}

interface TestPool extends RenderPool {
  readonly problems: readonly ProcessProblem[]
}

/** A pool without the engine. @param problems how many the test expects at most */
export function openPool(t: Test, options: Partial<RenderPoolOptions> = {}, problems = 0): TestPool {
  const seen: ProcessProblem[] = []
  const pool = new RenderPool({
    workers: 1,
    workerFile: new URL('../fake-worker.js', import.meta.url),
    onProblem: (problem) => {
      seen.push(problem)
      if (seen.length > problems) t.fail(problem.message, { problem })
    },
    ...options,
  })
  t.teardown(() => pool.close())
  return Object.assign(pool, { problems: seen })
}

/** A pool that gives documents that come one by one to the same process: the first that is idle, and all are. */
export async function openWarmPool(
  t: Test,
  options?: Partial<RenderPoolOptions>,
  problems?: number,
): Promise<TestPool> {
  const pool = openPool(t, options, problems)
  await pool.warm()
  return pool
}

/** A job for a template whose HTML is `html`; the version's id is the same text. */
export function job(html: string, overrides: Partial<RenderJob> = {}): RenderJob {
  return {
    body: Uint8Array.from(Buffer.from('{"name":"Ada"}')),
    versionId: html,
    organizationId: 'acme',
    mode: 'sync',
    timeoutMs: PATIENCE_MS,
    cancelled: new AbortController().signal,
    loadTemplate: async () => ({ ...CONTENT, html }),
    ...overrides,
  }
}

/** The report that the worker without the engine gives in place of a document. */
export function report(outcome: RenderOutcome): Record<string, unknown> {
  if (outcome.kind !== 'rendered') throw new Error(`expected a document, got ${JSON.stringify(outcome)}`)
  return JSON.parse(Buffer.from(outcome.content).toString())
}

export function bodyOf(data: object): Uint8Array {
  return Buffer.from(JSON.stringify(data))
}
