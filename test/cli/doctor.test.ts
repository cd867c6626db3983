import { copyFileSync, mkdirSync, readdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import t from 'tap'
import { makeFolder } from '../server/folder.js'
import { startFailingBucket } from '../server/storage/failing-bucket.js'
import { platen } from './platen.js'

interface Report {
  readonly ok: boolean
  readonly findings: readonly {
    readonly part: string
    readonly state: string
    readonly message: string
    readonly advice?: string
  }[]
}

async function examine(env: Readonly<Record<string, string>>) {
  const { status, out } = await platen(['doctor', '--json'], { env })
  const report: Report = JSON.parse(out)
  return { status, ...report, of: (part: string) => report.findings.find((finding) => finding.part === part) }
}

t.test('an empty folder is fine, and stays empty', async (t) => {
  const folder = makeFolder(t)
  const { status, ok, findings } = await examine({ PLATEN_DATA_DIR: join(folder, 'data') })
  t.equal(status, 0, JSON.stringify(findings))
  t.ok(ok)
  t.same(
    findings.map(({ part }) => part),
    [
      'configuration',
      'Node.js',
      'memory',
      'disk',
      'database',
      'documents',
      'public address',
      'limits',
      'fonts',
      'pictures',
    ],
  )
  t.same(readdirSync(folder), [])
})

t.test('people get a table with what to do', async (t) => {
  const env = { PLATEN_DATA_DIR: makeFolder(t), HOST: '0.0.0.0' }
  const { status, out } = await platen(['doctor'], { env })
  t.equal(status, 0)
  t.match(out, /^ok +database +SQLite in .* can be written and read, and its clock is right$/m)
  t.match(out, /^warning +public address +not set: links in events lead to 0\.0\.0\.0, which is no address/m)
  t.match(out, /^ +→ set PLATEN_PUBLIC_URL/m)
})

t.test('what keeps the service from its work is an error, with what to do', async (t) => {
  const wrong = await examine({ PLATEN_DATA_DIR: makeFolder(t), PLATEN_WORKERS: 'many' })
  t.equal(wrong.status, 1)
  t.match(wrong.of('configuration'), { state: 'error', message: /^PLATEN_WORKERS must be/ })

  const file = join(makeFolder(t), 'file')
  writeFileSync(file, '')
  const database = await examine({ PLATEN_DATA_DIR: join(file, 'data') })
  t.equal(database.status, 1)
  t.match(database.of('database'), { state: 'error', advice: /PLATEN_DATA_DIR/ })

  const bucket = await startFailingBucket(t)
  bucket.mood = 403
  const storage = await examine({
    PLATEN_DATA_DIR: makeFolder(t),
    PLATEN_S3_ENDPOINT: bucket.endpoint,
    PLATEN_S3_BUCKET: bucket.bucket,
    PLATEN_S3_ACCESS_KEY_ID: bucket.accessKeyId,
    PLATEN_S3_SECRET_ACCESS_KEY: bucket.secretAccessKey,
  })
  t.equal(storage.status, 1)
  t.match(storage.of('documents'), {
    state: 'error',
    message: /answered 403 to PUT .*AccessDenied/,
    advice: /PLATEN_S3/,
  })
})

t.test('a backup is made and restored by commands', async (t) => {
  const dataDir = makeFolder(t)
  const env = { PLATEN_DATA_DIR: dataDir }
  await platen(['org', 'create', '--slug', 'acme', '--name', 'Acme', '--plan', 'pro'], { env })
  const file = join(makeFolder(t), 'platen.backup')
  const made = await platen(['backup', '--out', file], { env })
  t.equal(made.status, 0)
  t.match(made.out, /^Wrote \d+ rows and 0 documents to /)
  t.match(made.err, /the secret is not in it: keep the file \S+secret as well/)
  const place = join(makeFolder(t), 'data')
  mkdirSync(place)
  const other = { PLATEN_DATA_DIR: place }
  t.match(await platen(['restore', file], { env: other }), { status: 1, err: /made with another secret than the file/ })
  const secret = join(makeFolder(t), 'data')
  mkdirSync(secret)
  copyFileSync(join(dataDir, 'secret'), join(secret, 'secret'))
  t.match(await platen(['restore', file], { env: { PLATEN_DATA_DIR: secret } }), {
    status: 0,
    out: /^Restored \d+ rows/,
  })
  t.match(await platen(['org', 'list'], { env: { PLATEN_DATA_DIR: secret } }), { out: /acme/ })
})
