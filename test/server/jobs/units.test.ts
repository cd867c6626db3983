import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import t from 'tap'
import { DocumentLinks } from '../../../server/jobs/document-links.js'
import { hasEnded, identifyProcess } from '../../../server/jobs/process-identity.js'
import { findSecrets } from '../../../server/secret.js'
import { makeFolder } from '../folder.js'

const NOWHERE = { base: () => '', isPublic: true }

t.test('links lead to where a request has come, unless the settings say where the service is', async (t) => {
  const links = new DocumentLinks(['secret'], { base: () => 'http://0.0.0.0:3000', isPublic: false })
  t.equal(links.address('/a', 'https://pdf.example.com'), 'https://pdf.example.com/a')
  t.equal(links.address('/a', undefined), 'http://0.0.0.0:3000/a')
  links.remember('req_1', 'https://pdf.example.com')
  t.equal(links.recall('req_1'), 'https://pdf.example.com', 'also when its document is made later')
  t.equal(links.recall('req_1'), undefined, 'once')
})

t.test('links to documents', async (t) => {
  const links = new DocumentLinks(['secret'], { base: () => 'https://pdf.example.com', isPublic: true })
  const expiresAt = Date.now() + 60_000
  const url = new URL(links.urlOf('acme', 'doc_1', expiresAt, 'https://elsewhere.example'))
  t.equal(url.origin + url.pathname, 'https://pdf.example.com/api/v1/acme/documents/doc_1/pdf')
  const expires = url.searchParams.get('expires') ?? ''
  const signature = url.searchParams.get('signature') ?? ''
  t.equal(links.isValid('acme', 'doc_1', expires, signature), true)
  t.equal(links.isValid('acme', 'doc_2', expires, signature), false, 'another document')
  t.equal(links.isValid('other', 'doc_1', expires, signature), false, 'another organization')
  t.equal(links.isValid('acme', 'doc_1', `${expires}0`, signature), false, 'a longer life')
  t.equal(links.isValid('acme', 'doc_1', expires, ''), false)
  t.equal(new DocumentLinks(['other'], NOWHERE).isValid('acme', 'doc_1', expires, signature), false, 'another secret')
  const rotated = new DocumentLinks(['other', 'secret'], NOWHERE)
  t.equal(rotated.isValid('acme', 'doc_1', expires, signature), true, 'the secret before')
  const past = new URL(links.urlOf('acme', 'doc_1', Date.now() - 1000, undefined)).searchParams
  t.equal(links.isValid('acme', 'doc_1', past.get('expires') ?? '', past.get('signature') ?? ''), false, 'expired')
})

t.test('processes that have ended are known at once on their machine', async (t) => {
  const me = identifyProcess()
  t.equal(hasEnded(me), false)
  const child = spawn(process.execPath, ['-e', ''])
  const other = { ...me, pid: child.pid ?? 0 }
  await once(child, 'exit')
  t.equal(hasEnded(other), process.platform === 'linux')
  t.equal(hasEnded({ ...me, pidStart: '1' }), process.platform === 'linux', 'another process has its number now')
  t.equal(hasEnded({ ...other, host: 'elsewhere' }), false, 'of other machines nothing is known')
})

t.test('the secret', async (t) => {
  const dataDir = join(makeFolder(t), 'data')
  t.strictSame(await findSecrets({ dataDir, secret: 'given' }), ['given'])
  t.strictSame(await findSecrets({ dataDir, secret: 'given', previousSecret: 'before' }), ['given', 'before'])
  const found = await Promise.all(Array.from({ length: 8 }, () => findSecrets({ dataDir, secret: undefined })))
  const secrets = found.map(([present]) => present)
  t.equal(new Set(secrets).size, 1, 'one for all that start at once')
  t.match(secrets[0], /^[0-9a-f]{64}$/)
  t.equal(readFileSync(join(dataDir, 'secret'), 'utf8').trim(), secrets[0])
  t.equal(statSync(join(dataDir, 'secret')).mode & 0o777, 0o600)
  writeFileSync(join(dataDir, 'secret'), 'too short\n')
  await t.rejects(findSecrets({ dataDir, secret: undefined }), {
    name: 'ConfigError',
    message: /secret must have at least 32/,
  })
})
