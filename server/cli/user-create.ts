import { randomBytes } from 'node:crypto'
import { text } from 'node:stream/consumers'
import { hashPassword, MIN_PASSWORD } from '../http/password.js'
import { ROLES } from '../storage/administration/administration-store.js'
import { actor } from './actor.js'
import { type Command, oneOf, parseArguments, required, UsageError } from './command.js'
import { writeJson, writeOut } from './output.js'
import { findOrganization, withStore } from './with-store.js'

/** Of a password that is made here; 120 bits. */
const PASSWORD_BYTES = 15

export const command: Command = {
  help: `Usage: platen user create --email ADDRESS [--org SLUG --role ROLE] [--admin] [--password-stdin] [--json]

Creates a user of the dashboard. Without --password-stdin a password is made and shown this once.

  --email ADDRESS   the name to sign in with
  --org SLUG        the organization the user belongs to
  --role ROLE       owner, editor or viewer (default) of it
  --admin           may administer all organizations
  --password-stdin  read the password from standard input, at least ${MIN_PASSWORD} characters
  --json            print {id, password}, or {id} with --password-stdin

Example: platen user create --email ada@example.com --org acme --role owner`,

  async run(args) {
    const { values } = parseArguments(args, {
      email: { type: 'string' },
      org: { type: 'string' },
      role: { type: 'string' },
      admin: { type: 'boolean', default: false },
      'password-stdin': { type: 'boolean', default: false },
      json: { type: 'boolean' },
    })
    const email = required(values.email, 'email')
    if (!/^[^\s@]+@[^\s@]+$/.test(email)) throw new UsageError(`--email must be an e-mail address, not "${email}"`)
    const { org, admin: isAdmin } = values
    const role = oneOf(values.role, 'role', ROLES)
    if (role !== undefined && org === undefined) throw new UsageError('--role needs --org')
    const given = values['password-stdin'] ? await readPassword() : undefined
    const password = given ?? randomBytes(PASSWORD_BYTES).toString('base64url')
    const passwordHash = await hashPassword(password)
    const { id } = await withStore(async (store) => {
      const organization = org === undefined ? undefined : await findOrganization(store, org)
      const membership = organization && { organizationId: organization.id, role: role ?? 'viewer' }
      return store.createUser({ email, passwordHash, isAdmin, membership }, actor())
    })
    if (values.json) await writeJson(given === undefined ? { id, password } : { id })
    else if (given !== undefined) await writeOut(`Created the user ${id}\n`)
    else await writeOut(`Created the user ${id}. The password is shown this once:\n\n${password}\n`)
    return 0
  },
}

async function readPassword(): Promise<string> {
  const password = (await text(process.stdin)).replace(/\r?\n$/, '')
  if (password.length >= MIN_PASSWORD) return password
  throw new UsageError(`--password-stdin: the password must have at least ${MIN_PASSWORD} characters`)
}
