import { performance } from 'node:perf_hooks'
import type { MessagePort } from 'node:worker_threads'
import { BoundedCache } from '../../engine/base/bounded-cache.js'
import { LimitError, TemplateError } from '../../engine/base/errors.js'
import { invariant } from '../../engine/base/invariant.js'
import type { JsonObject } from '../../engine/base/json.js'
import type { TemplateSource } from '../../engine/template/template-source.js'
import type { TemplateContent } from '../storage/store.js'
import { checkBody } from './check-body.js'
import { type DocumentTask, MAX_PDF_BYTES, type WorkerOutcome, type WorkerTask } from './render-types.js'
import { compileSchema, type DataSchema } from './validate-data.js'
import { ask, tell } from './worker-port.js'

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
  const started = performance.now()
  const checked = await checkBody(body, async () =>
    versionId === undefined ? undefined : findTemplate(versionId, port, engine, templates),
  )
  if (checked.kind !== 'valid') return checked
  const { template, data, isTest } = checked
  const admission = await ask(port, { kind: 'admit', isTest })
  if (admission.kind !== 'admitted') return { kind: 'refused' }
  return render(template, data, isTest, started)
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
