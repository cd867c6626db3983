import { BoundedCache } from '../../engine/base/bounded-cache.js'
import { invariant } from '../../engine/base/invariant.js'
import { checkBatch } from './check-batch.js'
import { type CheckableTemplate, checkBody } from './check-body.js'
import type { CheckResult, CheckTask } from './render-types.js'
import { compileSchema } from './validate-data.js'
import { ask, tell } from './worker-port.js'

/** Compiled schemas kept. */
const SCHEMA_CACHE = 512

const templates = new BoundedCache<string, CheckableTemplate>(SCHEMA_CACHE)

/** The worker for requests that are checked but not rendered now: it does not wait behind documents. */
export default async function check({ body, versionId, isBatch, port }: CheckTask): Promise<CheckResult> {
  try {
    tell(port, { kind: 'started' })
    const findTemplate = async () => {
      if (versionId === undefined) return undefined
      const known = templates.get(versionId)
      if (known) return known
      const answer = await ask(port, { kind: 'need-schema' })
      invariant(answer.kind === 'schema', 'the schema as the answer')
      const template = { schema: answer.schema === undefined ? undefined : compileSchema(answer.schema) }
      templates.set(versionId, template)
      return template
    }
    if (isBatch) return await checkBatch(body, findTemplate)
    const checked = await checkBody(body, findTemplate)
    if (checked.kind !== 'valid') return checked
    const { isTest, webhook } = checked
    return { kind: 'valid', documents: [{ isTest, webhook, body: undefined }] }
  } finally {
    port.close()
  }
}
