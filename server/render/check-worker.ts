import { BoundedCache } from '../../engine/base/bounded-cache.js'
import { checkBatch } from './check-batch.js'
import { type CheckableTemplate, checkBody } from './check-body.js'
import type { CheckResult, CheckTask, SchemaAnswer, SchemaQuestion } from './render-types.js'
import { serveThread } from './serve-thread.js'
import { compileSchema } from './validate-data.js'

/** Compiled schemas kept. */
const SCHEMA_CACHE = 512

const templates = new BoundedCache<string, CheckableTemplate>(SCHEMA_CACHE)

/** The worker that checks requests: it has no engine, and nobody waits behind documents to learn of a fault. */
serveThread<CheckTask, CheckResult, SchemaQuestion, SchemaAnswer>({
  async run({ body, versionId, isBatch, webhooks }, ask) {
    const findTemplate = async () => {
      if (versionId === undefined) return undefined
      const known = templates.get(versionId)
      if (known) return known
      const schema = await ask('need-schema')
      const template = { schema: schema === undefined ? undefined : compileSchema(schema) }
      templates.set(versionId, template)
      return template
    }
    if (isBatch) return checkBatch(body, webhooks, findTemplate)
    const checked = await checkBody(body, webhooks, findTemplate)
    if (checked.kind !== 'valid') return checked
    const { isTest, webhook, body: kept } = checked
    return { kind: 'valid', documents: [{ isTest, webhook, body: kept }] }
  },
})
