import { once } from 'node:events'
import { performance } from 'node:perf_hooks'
import type { MessagePort } from 'node:worker_threads'
import type { JsonObject, JsonValue, TemplateSource } from '../../engine/api-types.js'
import { BoundedCache } from '../../engine/base/bounded-cache.js'
import { LimitError, TemplateError } from '../../engine/base/errors.js'
import { invariant } from '../../engine/base/invariant.js'
import type { TemplateContent } from '../storage/store.js'
import { isJsonObject, parseJson } from './parse-json.js'
import {
  type DocumentTask,
  MAX_PDF_BYTES,
  type WorkerAnswer,
  type WorkerOutcome,
  type WorkerQuestion,
  type WorkerTask,
} from './render-types.js'
import { checkSpecialMembers } from './special-members.js'
import { compileSchema, type DataSchema, type Violation } from './validate-data.js'

/** The engine as the worker uses it. */
export interface RenderEngine {
  /** @throws TemplateError */
  compile(source: TemplateSource): RenderableTemplate
}

export interface RenderableTemplate {
  /** @throws TemplateError, LimitError */
  render(data: JsonObject, options: { readonly watermark?: string | undefined }): RenderedDocument
}

export interface RenderedDocument {
  readonly pdf: Uint8Array
  readonly pages: number
}

/** What a worker remembers of a template version. */
type KnownTemplate =
  | { readonly kind: 'usable'; readonly template: RenderableTemplate; readonly schema: DataSchema | undefined }
  /** It does not compile, and never will: versions do not change. The schema, checked when pushed, still applies. */
  | { readonly kind: 'broken'; readonly message: string; readonly schema: DataSchema | undefined }

/** Compiled templates kept by a worker. */
const TEMPLATE_CACHE = 128

const WATERMARK = 'TEST'

/** Names listed at most in debug mode. */
const MAX_FIELD_NAMES = 100

const WARM_UP: TemplateSource = {
  name: 'warm-up.html',
  html: '<h1>{{title}}</h1><table>{{#each rows}}<tr><td>{{@number}}</td><td>{{name}}</td></tr>{{/each}}</table>',
}

/** Makes the function that a render worker runs for each task. It remembers the templates it has compiled. */
export function createTaskRunner(engine: RenderEngine): (task: WorkerTask) => Promise<WorkerOutcome> {
  const templates = new BoundedCache<string, KnownTemplate>(TEMPLATE_CACHE)
  return async (task) => {
    if (task.kind === 'warm') {
      engine.compile(WARM_UP).render({ title: 'Warm', rows: [{ name: 'up' }] }, {})
      return { kind: 'warm' }
    }
    try {
      return await generate(task, engine, templates)
    } finally {
      task.port.close()
    }
  }
}

/** One generation request from its body to its PDF; the first check that fails decides. */
async function generate(
  { body, versionId, port }: DocumentTask,
  engine: RenderEngine,
  templates: BoundedCache<string, KnownTemplate>,
): Promise<WorkerOutcome> {
  tell(port, { kind: 'started' })
  const parsed = parseJson(body)
  if (parsed.kind === 'malformed') {
    const place = `line ${parsed.line}, column ${parsed.column}`
    return { kind: 'invalid-body', message: `The body is not valid JSON: ${parsed.message} at ${place}` }
  }
  if (!isJsonObject(parsed.value)) return { kind: 'invalid-body', message: 'The body must be a JSON object' }

  const started = performance.now()
  const known = versionId === undefined ? undefined : await findTemplate(versionId, port, engine, templates)
  if (!known) return { kind: 'unknown-template' }

  const { isTest, data, violation } = checkSpecialMembers(parsed.value)
  if (violation) return invalidData([violation], parsed.value, known)
  const [first, ...others] = known.schema?.validate(data) ?? []
  if (first) return invalidData([first, ...others], parsed.value, known)

  const admission = await ask(port, { kind: 'admit', isTest })
  if (admission.kind !== 'admitted') return { kind: 'refused' }
  return render(known, data, isTest, started)
}

/** Takes the template from the cache, or asks for its content and compiles it. */
async function findTemplate(
  versionId: string,
  port: MessagePort,
  engine: RenderEngine,
  templates: BoundedCache<string, KnownTemplate>,
): Promise<KnownTemplate | undefined> {
  const cached = templates.get(versionId)
  if (cached) return cached
  const answer = await ask(port, { kind: 'need-template' })
  invariant(answer.kind === 'template', 'the template as the answer')
  if (!answer.content) return undefined
  const known = compile(answer.content, engine)
  templates.set(versionId, known)
  return known
}

function compile(content: TemplateContent, engine: RenderEngine): KnownTemplate {
  const schema = content.schema === undefined ? undefined : compileSchema(content.schema)
  try {
    const { html, assets, pageSize, orientation } = content
    return { kind: 'usable', template: engine.compile({ html, assets, pageSize, orientation }), schema }
  } catch (error) {
    return { kind: 'broken', message: authoringMessage(error), schema }
  }
}

function render(known: KnownTemplate, data: JsonObject, isTest: boolean, started: number): WorkerOutcome {
  if (known.kind === 'broken') return { kind: 'template-failed', message: known.message }
  let document: RenderedDocument
  try {
    document = known.template.render(data, isTest ? { watermark: WATERMARK } : {})
  } catch (error) {
    return { kind: 'template-failed', message: authoringMessage(error) }
  }
  const { pdf, pages } = document
  if (pdf.byteLength > MAX_PDF_BYTES) return { kind: 'document-too-large', bytes: pdf.byteLength }
  return { kind: 'rendered', pdf, pages, renderTimeMs: Math.round(performance.now() - started) }
}

/** The message of an error that the template's author can mend; any other is a bug and goes on as it is. */
function authoringMessage(error: unknown): string {
  if (error instanceof TemplateError || error instanceof LimitError) return error.message
  throw error
}

function invalidData(
  violations: readonly [Violation, ...Violation[]],
  received: Readonly<Record<string, JsonValue>>,
  { schema }: KnownTemplate,
): WorkerOutcome {
  return {
    kind: 'invalid-data',
    violations,
    fields: {
      received: Object.keys(received).slice(0, MAX_FIELD_NAMES),
      expected: schema?.fields.slice(0, MAX_FIELD_NAMES) ?? [],
    },
  }
}

function tell(port: MessagePort, question: WorkerQuestion): void {
  port.postMessage(question)
}

async function ask(port: MessagePort, question: WorkerQuestion): Promise<WorkerAnswer> {
  const answered = once(port, 'message')
  tell(port, question)
  const [answer] = await answered
  return answer
}
