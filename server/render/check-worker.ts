import type { PublishedTemplate } from '../storage/store.js'
import { checkBatch } from './check-batch.js'
import { type CheckableTemplate, checkBody } from './check-body.js'
import { checkHtml } from './check-html.js'
import { checkMerged } from './check-merged.js'
import { parseBody } from './parse-body.js'
import type { CheckResult, CheckTask, SchemaAnswer, SchemaQuestion } from './render-types.js'
import { SchemaCache } from './schema-cache.js'
import { SchemaError } from './schema-error.js'
import { bringsHtml } from './sent-html.js'
import { type Ask, serveThread } from './serve-thread.js'
import { compileSchema } from './validate-data.js'

const templates = new SchemaCache()

/** The worker that checks requests: it has no engine, and nobody waits behind documents to learn of a fault. */
serveThread<CheckTask, CheckResult, SchemaQuestion, SchemaAnswer>({
  async run(task, ask) {
    const check = new Check(ask)
    try {
      return await check.run(task)
    } catch (error) {
      // A part of the schema that is made only when data needs it.
      if (!(error instanceof SchemaError) || check.versionId === undefined) throw error
      const template = unusable(error)
      templates.set(check.versionId, template)
      return { kind: 'template-failed', message: template.schema.message }
    }
  },
})

/** The check of one body. */
class Check {
  /** Of the template whose data are checked. */
  versionId: string | undefined

  constructor(private readonly ask: Ask<SchemaQuestion, SchemaAnswer>) {}

  async run({ body, versionId, form, webhooks, mayBringHtml }: CheckTask): Promise<CheckResult> {
    if (form === 'merged') {
      const parsed = parseBody(body)
      if (parsed.kind !== 'parsed') return parsed
      const { value } = parsed
      if (bringsHtml(value)) return mayBringHtml ? checkHtml(body, value, webhooks) : { kind: 'html-refused' }
      return checkMerged(body, value, webhooks, {
        find: (endpointPath) => this.#find(endpointPath),
        open: (id) => this.#open(id),
      })
    }
    const findTemplate = async () => (versionId === undefined ? undefined : this.#open(versionId))
    if (form === 'batch') return checkBatch(body, webhooks, findTemplate)
    const checked = await checkBody(body, webhooks, findTemplate)
    if (checked.kind !== 'valid') return checked
    const { isTest, webhook, body: kept } = checked
    return { kind: 'valid', documents: [{ isTest, webhook, body: kept }] }
  }

  async #find(endpointPath: string): Promise<PublishedTemplate | undefined> {
    const found = await this.ask({ kind: 'template', endpointPath })
    return typeof found === 'object' ? found : undefined
  }

  async #open(versionId: string): Promise<CheckableTemplate> {
    this.versionId = versionId
    const known = templates.get(versionId)
    if (known) return known
    const schema = await this.ask({ kind: 'schema', versionId })
    const template = prepare(typeof schema === 'string' ? schema : undefined)
    templates.set(versionId, template)
    return template
  }
}

function prepare(schema: string | undefined): CheckableTemplate {
  if (schema === undefined) return { schema: { kind: 'absent' } }
  try {
    return { schema: { kind: 'usable', schema: compileSchema(schema) } }
  } catch (error) {
    if (!(error instanceof SchemaError)) throw error
    return unusable(error)
  }
}

function unusable({ message }: SchemaError) {
  return { schema: { kind: 'unusable', message: `In the template, ${message}` } } as const
}
