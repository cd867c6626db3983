import { isoTime } from '../storage/iso-time.js'
import { DEFAULT_OVERLAP_MS, rotateSecret } from '../webhooks/manage-webhooks.js'
import { actor } from './actor.js'
import { type Command, parseArguments, wholeNumber } from './command.js'
import { writeJson, writeOut } from './output.js'
import { withWebhooks } from './with-webhooks.js'

const HOUR_MS = 3_600_000

export const command: Command = {
  help: `Usage: platen webhook rotate-secret ID [--overlap HOURS] [--json]

Gives an endpoint a new signing secret. For a while the header webhook-signature has a signature by each of the two;
X-Service-Signature, which has room for one, is made with the new secret at once.

  ID               the endpoint
  --overlap HOURS  how long the old secret keeps signing; 24
  --json           print {id, secret, previous_secret_until}

Example: platen webhook rotate-secret whk_… --overlap 72`,

  async run(args) {
    const { values, positionals } = parseArguments(args, { overlap: { type: 'string' }, json: { type: 'boolean' } }, [
      'ID',
    ])
    const [id = ''] = positionals
    const hours = wholeNumber(values.overlap, 'overlap', 0)
    const overlapMs = hours === undefined ? DEFAULT_OVERLAP_MS : hours * HOUR_MS
    const { webhook, secret } = await withWebhooks((services) => rotateSecret(services, id, overlapMs, actor()))
    const until = isoTime(webhook.previousSecret?.until)
    if (values.json) await writeJson({ id, secret, previous_secret_until: until })
    else {
      const end = until === null ? 'The old one is not used any more.' : `The old one keeps signing until ${until}.`
      await writeOut(`The new signing secret of ${id} is:\n\n${secret}\n\n${end}\n`)
    }
    return 0
  },
}
