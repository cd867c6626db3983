import t from 'tap'
import { readConfig, readStoreLocation } from '../../server/config.js'

t.test('defaults', async (t) => {
  t.match(readConfig({ PLATEN_LOG_LEVEL: '', PORT: ' ' }), {
    port: 3000,
    host: '127.0.0.1',
    dataDir: './data',
    publicUrl: undefined,
    syncTimeoutMs: 30_000,
    trustedProxies: 0,
    logLevel: 'info',
  })
  t.ok(readConfig({}).workers >= 1)
})

t.test('values', async (t) => {
  t.match(
    readConfig({
      PORT: '0',
      HOST: '0.0.0.0',
      PLATEN_DATA_DIR: '/srv',
      PLATEN_PUBLIC_URL: 'https://pdf.example.com/base/',
      PLATEN_WORKERS: '4',
      PLATEN_SYNC_TIMEOUT_MS: '500',
      PLATEN_TRUST_PROXY: 'on',
      PLATEN_LOG_LEVEL: 'debug',
      PLATEN_TIME_ZONE: 'Europe/Berlin',
    }),
    {
      port: 0,
      host: '0.0.0.0',
      dataDir: '/srv',
      publicUrl: 'https://pdf.example.com/base',
      workers: 4,
      syncTimeoutMs: 500,
      trustedProxies: 1,
      logLevel: 'debug',
      timeZone: 'Europe/Berlin',
    },
  )
})

t.test('S3-compatible storage is used with all of its settings', async (t) => {
  const env = {
    PLATEN_S3_ENDPOINT: 'https://s3.example.com/',
    PLATEN_S3_BUCKET: 'documents',
    PLATEN_S3_ACCESS_KEY_ID: 'id',
    PLATEN_S3_SECRET_ACCESS_KEY: 'secret',
  }
  t.same(readConfig(env).s3, {
    endpoint: 'https://s3.example.com',
    bucket: 'documents',
    region: 'us-east-1',
    accessKeyId: 'id',
    secretAccessKey: 'secret',
  })
  t.equal(readConfig({}).s3, undefined)
  for (const name of ['PLATEN_S3_BUCKET', 'PLATEN_S3_ACCESS_KEY_ID', 'PLATEN_S3_SECRET_ACCESS_KEY']) {
    t.throws(() => readConfig({ ...env, [name]: '' }), {
      name: 'ConfigError',
      message: `${name} must be set when PLATEN_S3_ENDPOINT is set`,
    })
  }
})

const WRONG: readonly [name: string, value: string][] = [
  ['PORT', '65536'],
  ['PORT', '80.5'],
  ['PORT', '-1'],
  ['PORT', '0x50'],
  ['PLATEN_WORKERS', '0'],
  ['PLATEN_SYNC_TIMEOUT_MS', '0'],
  ['PLATEN_ASYNC_TIMEOUT_MS', '5m'],
  ['PLATEN_MAX_QUEUE', '0'],
  ['PLATEN_S3_ENDPOINT', 's3.example.com'],
  ['PLATEN_PUBLIC_URL', 'example.com'],
  ['PLATEN_PUBLIC_URL', 'https://example.com/?a'],
  ['PLATEN_TRUST_PROXY', 'maybe'],
  ['PLATEN_METRICS', '9100'],
  ['PLATEN_METRICS', 'on'],
  ['PLATEN_METRICS', '127.0.0.1:65536'],
  ['PLATEN_METRICS', '::1:9100'],
  ['PLATEN_LOG_LEVEL', 'loud'],
  ['PLATEN_TIME_ZONE', 'Mars/Olympus'],
  ['PLATEN_GOTENBERG', 'No Slug'],
  ['PLATEN_TIME_ZONE', '-01:00'],
]
for (const [name, value] of WRONG) {
  t.test(`${name}=${value} is one line that names the variable`, async (t) => {
    const message = new RegExp(`^${name} must [^\n]*not "${value.replace('?', '\\?')}"$`)
    t.throws(() => readConfig({ [name]: value }), { name: 'ConfigError', message })
  })
}

t.test('a provider of sign-on is used with all of its settings', async (t) => {
  const env = { PLATEN_OIDC_ISSUER: 'https://id.example.com/o/platen/', PLATEN_OIDC_CLIENT_ID: 'platen' }
  const label = 'single sign-on'
  t.same(readConfig(env).signOn, {
    issuer: 'https://id.example.com/o/platen/',
    clientId: 'platen',
    clientSecret: undefined,
    label,
  })
  t.match(readConfig({ ...env, PLATEN_OIDC_CLIENT_SECRET: 's', PLATEN_OIDC_LABEL: 'Example ID' }).signOn, {
    clientSecret: 's',
    label: 'Example ID',
  })
  t.equal(readConfig({}).signOn, undefined)
  t.throws(() => readConfig({ ...env, PLATEN_OIDC_CLIENT_ID: '' }), {
    message: 'PLATEN_OIDC_CLIENT_ID must be set when PLATEN_OIDC_ISSUER is set',
  })
  t.throws(() => readConfig({ ...env, PLATEN_OIDC_ISSUER: 'http://id.example.com' }), {
    message: 'PLATEN_OIDC_ISSUER must be an https address, not "http://id.example.com"',
  })
  t.ok(readConfig({ ...env, PLATEN_OIDC_ISSUER: 'http://127.0.0.1:8080' }).signOn, 'but on this machine')
})

t.test('PLATEN_METRICS', async (t) => {
  t.equal(readConfig({}).metrics, undefined)
  t.equal(readConfig({ PLATEN_METRICS: 'off' }).metrics, 'off')
  t.strictSame(readConfig({ PLATEN_METRICS: '10.0.0.1:9100' }).metrics, { host: '10.0.0.1', port: 9100 })
  t.strictSame(readConfig({ PLATEN_METRICS: '[::1]:9100' }).metrics, { host: '::1', port: 9100 })
})

t.test('PLATEN_SECRET', async (t) => {
  const secret = 's'.repeat(32)
  t.match(readConfig({ PLATEN_SECRET: secret, PLATEN_SECRET_PREVIOUS: 'short' }), { secret, previousSecret: 'short' })
  t.equal(readConfig({ PLATEN_SECRET: secret }).previousSecret, undefined)
  t.throws(() => readConfig({ PLATEN_SECRET: secret.slice(1) }), {
    name: 'ConfigError',
    message: 'PLATEN_SECRET must have at least 32 characters',
  })
})

t.test('DATABASE_URL', async (t) => {
  const url = 'postgresql://platen:hidden@db.example.com/platen?sslmode=verify-full'
  const secret = 's'.repeat(32)
  t.match(readConfig({ DATABASE_URL: url, PLATEN_SECRET: secret }), { databaseUrl: url, secret })
  t.match(readConfig({ DATABASE_URL: ' ' }), { databaseUrl: undefined, secret: undefined })
  t.match(readConfig({ PLATEN_SECRET: secret }), { databaseUrl: undefined, secret })
  t.throws(() => readConfig({ DATABASE_URL: url }), {
    name: 'ConfigError',
    message: 'PLATEN_SECRET must be set, to the same value on every node, when DATABASE_URL is set',
  })
  t.match(readStoreLocation({ DATABASE_URL: url }), { databaseUrl: url }, 'commands that need no secret work without')
  t.match(readStoreLocation({ DATABASE_URL: url, DATABASE_DIRECT_URL: `${url}-direct` }), {
    databaseUrl: url,
    databaseDirectUrl: `${url}-direct`,
  })
  t.throws(() => readStoreLocation({ DATABASE_URL: url, DATABASE_DIRECT_URL: 'db:5432' }), {
    message: 'DATABASE_DIRECT_URL must be an address that begins with postgres://',
  })
  for (const wrong of ['mysql://u:hidden@localhost/x', 'localhost:5432']) {
    t.throws(() => readStoreLocation({ DATABASE_URL: wrong }), {
      name: 'ConfigError',
      message: 'DATABASE_URL must be an address that begins with postgres://',
    })
  }
})
