import { checkBatch } from './check-batch.js'
import { type CheckableTemplate, checkBody } from './check-body.js'
import type { CheckResult, CheckTask, SchemaAnswer, SchemaQuestion } from './render-types.js'
import { SchemaCache } from './schema-cache.js'
import { SchemaError } from './schema-error.js'
import { type Ask, serveThread } from './serve-thread.js'
import { compileSchema } from './validate-data.js'

const templates = new SchemaCache()

/** The worker that checks requests: it has no engine, and nobody waits behind documents to learn of a fault. */
serveThread<CheckTask, CheckResult, SchemaQuestion, SchemaAnswer>({
  async run(task, ask) {
    try {
      return await check(task, ask)
    } catch (error) {
      // A part of the schema that is made only when data needs it.
      if (!(error instanceof SchemaError) || task.versionId === undefined) throw error
      const template = unusable(error)
      templates.set(task.versionId, template)
      return { kind: 'template-failed', message: template.schema.message }
    }
  },
})

async function check(
  { body, versionId, isBatch, webhooks }: CheckTask,
  ask: Ask<SchemaQuestion, SchemaAnswer>,
): Promise<CheckResult> {
  const findTemplate = async () => {
    if (versionId === undefined) return undefined
    const known = templates.get(versionId)
    if (known) return known
    const template = prepare(await ask('need-schema'))
    templates.set(versionId, template)
    return template
  }
  if (isBatch) return checkBatch(body, webhooks, findTemplate)
  const checked = await checkBody(body, webhooks, findTemplate)
  if (checked.kind !== 'valid') return checked
  const { isTest, webhook, body: kept } = checked
  return { kind: 'valid', documents: [{ isTest, webhook, body: kept }] }
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
