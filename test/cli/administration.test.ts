import { existsSync, mkdirSync, readFileSync, rmSync, statSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import t from 'tap'
import { compositeGlyphs, glyphOf } from '../hostile/bombs/fonts.js'
import { makeFolder } from '../server/folder.js'
import { platen } from './platen.js'

const folder = makeFolder(t)
const dataDir = join(folder, 'data')
const run = (...args: string[]) => platen(args, { cwd: folder, env: { PLATEN_DATA_DIR: dataDir } })
const json = async (...args: string[]) => {
  const { status, out, err } = await run(...args, '--json')
  t.equal(status, 0, args.join(' '))
  t.equal(err, '', 'nothing on standard error')
  t.match(out, /^[^\n]+\n$/, 'one line')
  return JSON.parse(out)
}

t.test('organizations', async (t) => {
  const acme = await json('org', 'create', '--slug', 'acme', '--name', 'Acme Ltd', '--plan', 'pro')
  t.match(acme, { id: /^org_[0-9a-z]{26}$/, slug: 'acme', name: 'Acme Ltd', plan: 'pro' })
  t.same(Object.keys(acme), ['id', 'slug', 'name', 'plan'])
  t.match(await json('org', 'list'), [{ slug: 'acme', name: 'Acme Ltd', plan: 'pro', monthly_quota: null }])
  const list = await run('org', 'list')
  t.match(list.out, /^SLUG +NAME +PLAN[\s\S]*\nacme +Acme Ltd +pro/)
  const again = await run('org', 'create', '--slug', 'acme', '--name', 'Other')
  t.equal(again.status, 1)
  t.match(again.err, /^platen org create: an organization with the slug "acme" exists already\n$/)
  t.equal(statSync(dataDir).mode & 0o077, 0, 'the data directory is readable by its owner only')
})

t.test('a template with a font that is damaged anywhere is not published', async (t) => {
  const source = join(folder, 'branded')
  mkdirSync(source)
  const style = '@font-face { font-family: Own; src: url(own.ttf) } p { font-family: Own }'
  writeFileSync(join(source, 'template.html'), `<style>${style}</style><p>ABC</p>`)
  writeFileSync(join(source, 'own.ttf'), compositeGlyphs(glyphOf('Ж'), 1, 1, glyphOf('Ж')))
  const { status, err } = await run('template', 'push', source, '--org', 'acme', '--path', 'branded')
  t.equal(status, 1)
  t.match(err, /the font of "Own" is damaged/)
  t.match(err, /the template has errors and was not published\n$/)
})

t.test('a template with a file that the dashboard would refuse is not published', async (t) => {
  const source = join(folder, 'misnamed')
  mkdirSync(source)
  writeFileSync(join(source, 'template.html'), '<p>x</p>')
  writeFileSync(join(source, 'two\nlines.css'), '')
  const { status, err } = await run('template', 'push', source, '--org', 'acme', '--path', 'misnamed')
  t.equal(status, 1)
  t.match(err, /has a backslash or a control character in it/)
})

t.test('organizations change', async (t) => {
  const update = (...args: string[]) => json('org', 'update', 'acme', ...args)
  t.match(await update('--name', 'Acme Inc', '--monthly-quota', '7'), {
    id: /^org_/,
    slug: 'acme',
    name: 'Acme Inc',
    plan: 'pro',
    monthly_quota: 7,
  })
  t.match(await update('--plan', 'scale', '--monthly-quota', 'plan'), { plan: 'scale', monthly_quota: null })
  t.match(await update('--time-zone', 'Europe/Berlin'), { name: 'Acme Inc', time_zone: 'Europe/Berlin' })
  t.match(await update('--plan', 'pro'), { time_zone: 'Europe/Berlin' }, 'what is not named stays')
  t.match(await update('--time-zone', 'service'), { time_zone: null })
  const wrong = await run('org', 'update', 'acme', '--time-zone', 'Europe/Berlim')
  t.equal(wrong.status, 2)
  t.match(
    wrong.err,
    /--time-zone must be a time zone such as Europe\/Berlin, or service, not "Europe\/Berlim" \(did you mean/,
  )
  await update('--plan', 'pro', '--name', 'Acme Ltd')
  t.match(await json('org', 'list'), [{ slug: 'acme', name: 'Acme Ltd', plan: 'pro', monthly_quota: null }])
})

t.test('users', async (t) => {
  const user = await json('user', 'create', '--email', 'Ada@example.com', '--org', 'acme', '--role', 'owner')
  t.match(user, { id: /^usr_[0-9a-z]{26}$/, password: /^[\w-]{20}$/ })
  const again = await run('user', 'create', '--email', 'ada@EXAMPLE.com')
  t.match([again.status, again.err], [1, /a user with the address "ada@example.com" exists already/])
  const given = ['user', 'create', '--email', 'bob@example.com', '--admin', '--password-stdin']
  const options = { cwd: folder, env: { PLATEN_DATA_DIR: dataDir } }
  t.equal((await platen(given, { ...options, input: 'short' })).status, 2)
  const bob = await platen([...given, '--json'], { ...options, input: 'correct horse battery\n' })
  t.same(Object.keys(JSON.parse(bob.out)), ['id'])
  t.notOk(readFileSync(join(dataDir, 'platen.db')).includes(user.password), 'passwords are not stored')
  const reset = await json('user', 'reset', 'ADA@example.com')
  t.match(reset, { id: user.id, url: /^http:\/\/127\.0\.0\.1:3000\/dashboard\/reset\/[\w-]{43}$/ })
  t.match(await json('user', 'sign-in-link', 'ada@example.com'), { url: /\/dashboard\/sign-in\/[\w-]{43}$/ })
  t.same(await json('user', 'disable', 'ada@example.com'), { id: user.id, disabled: true })
  t.same(await json('user', 'disable', 'ada@example.com', '--enable'), { id: user.id, disabled: false })
  const unknown = await run('user', 'reset', 'eve@example.com')
  t.match([unknown.status, unknown.err], [1, /there is no user "eve@example.com"/])
})

t.test('keys', async (t) => {
  const { id, key, ...others } = await json(
    'key',
    'create',
    '--org',
    'acme',
    '--description',
    'ci',
    '--allow-ip',
    '10.0.0.0/8',
  )
  t.same(others, {})
  const [acme] = await json('org', 'list')
  t.match(key, new RegExp(`^sk_live_${acme.id.slice(4)}_[0-9A-Za-z]{32}$`))
  const [listed] = await json('key', 'list', '--org', 'acme')
  t.match(listed, { id, description: 'ci', allow_ips: ['10.0.0.0/8'], last_used_at: null, revoked_at: null })
  t.notOk(JSON.stringify(listed).includes(key), 'the key is not shown again')
  t.notOk(readFileSync(join(dataDir, 'platen.db')).includes(key.slice(-32)), 'and not stored')
  const { revoked_at: at } = await json('key', 'revoke', id)
  t.equal((await json('key', 'revoke', id)).revoked_at, at, 'revoking again keeps the time')
  t.equal((await json('key', 'list', '--org', 'acme'))[0].revoked_at, at)
})

t.test('usage', async (t) => {
  t.match(await json('usage', '--org', 'acme'), {
    documents: { period: /^\d{4}-\d\d$/, used: 0, limit: 5000 },
    tests: { period: /^\d{4}-\d\d-\d\d$/, used: 0, limit: 10 },
  })
  t.match((await run('usage', '--org', 'acme')).out, /^KIND +PERIOD +USED +LIMIT\ndocuments /)
})

t.test('templates', async (t) => {
  const source = join(folder, 'invoice')
  mkdirSync(join(source, 'images'), { recursive: true })
  writeFileSync(join(folder, 'secret.png'), 'outside')
  writeFileSync(join(source, 'template.html'), '<h1>{{title}}</h1>')
  writeFileSync(
    join(source, 'template.json'),
    '{"name":"Invoice","pageSize":"letter","orientation":"landscape","forms":true,"attachments":[{"file":"terms.txt"}]}',
  )
  writeFileSync(join(source, 'terms.txt'), 'to be paid')
  writeFileSync(join(source, 'schema.json'), '{"type":"object"}')
  writeFileSync(join(source, 'sample.json'), '{"title":"Hello"}')
  writeFileSync(join(source, 'style.css'), 'h1 { color: red }')
  writeFileSync(join(source, 'images', 'logo.png'), Buffer.from([1, 2, 3]))
  writeFileSync(join(source, 'generate.mjs'), 'not an asset')
  symlinkSync(join(folder, 'secret.png'), join(source, 'link.png'))

  const push = () => json('template', 'push', source, '--org', 'acme', '--path', 'invoice')
  const first = await push()
  t.match(first, { id: /^tpl_/, version: 1, endpoint: '/api/v1/acme/templates/invoice/documents' })
  t.same(await push(), first, 'without a change there is no new version')
  writeFileSync(join(source, 'style.css'), 'h1 { color: blue }')
  t.same(await push(), { ...first, version: 2 })
  t.match(await json('template', 'list', '--org', 'acme'), [
    { id: first.id, path: 'invoice', name: 'Invoice', version: 2, page_size: 'letter', orientation: 'landscape' },
  ])

  const out = join(folder, 'pulled')
  const { files } = await json('template', 'pull', 'invoice', '--org', 'acme', '--out', out)
  t.same(files.sort(), [
    'images/logo.png',
    'sample.json',
    'schema.json',
    'style.css',
    'template.html',
    'template.json',
    'terms.txt',
  ])
  t.same(JSON.parse(readFileSync(join(out, 'template.json'), 'utf8')), {
    name: 'Invoice',
    pageSize: 'letter',
    orientation: 'landscape',
    forms: true,
    attachments: [{ file: 'terms.txt' }],
  })
  t.same(readFileSync(join(out, 'images', 'logo.png')), Buffer.from([1, 2, 3]))
  t.equal(readFileSync(join(out, 'style.css'), 'utf8'), 'h1 { color: blue }')
  t.notOk(existsSync(join(out, 'link.png')), 'a link that leads outside is no asset')
  t.same(
    await json('template', 'push', out, '--org', 'acme', '--path', 'invoice'),
    { ...first, version: 2 },
    'pulled and pushed is unchanged',
  )

  writeFileSync(join(source, 'style.css'), 'h1 { color: green }')
  t.match(await push(), { version: 3 })
  writeFileSync(join(out, 'style.css'), 'h1 { color: grey }')
  writeFileSync(join(out, 'notes.txt'), 'kept')
  const behind = await run('template', 'push', out, '--org', 'acme', '--path', 'invoice')
  t.equal(behind.status, 1)
  t.match(behind.err, /version 3 of "invoice" was published meanwhile, after version 2 was pulled: [^\n]*--force\n$/)
  const lost = await run('template', 'pull', 'invoice', '--org', 'acme', '--out', out)
  t.equal(lost.status, 1)
  t.match(lost.err, /pulled has changes that would be lost in style\.css: push them first, or pull with --force\n$/)
  t.equal(readFileSync(join(out, 'style.css'), 'utf8'), 'h1 { color: grey }')
  const force = (command: string, ...args: string[]) => json('template', command, ...args, '--org', 'acme', '--force')
  t.match(await force('push', out, '--path', 'invoice'), { version: 4 })
  rmSync(join(source, 'images'), { recursive: true })
  t.match(await push(), { version: 5 }, 'a folder that was not pulled is published as it is')
  t.match(await json('template', 'pull', 'invoice', '--org', 'acme', '--out', out), { version: 5 }, 'nothing is lost')
  t.equal(readFileSync(join(out, 'style.css'), 'utf8'), 'h1 { color: green }')
  t.notOk(existsSync(join(out, 'images', 'logo.png')), 'a file that the version does not have any more')
  t.ok(existsSync(join(out, 'notes.txt')))
  writeFileSync(join(out, 'style.css'), 'h1 { color: grey }')
  t.same(await force('pull', 'invoice', '--out', out), {
    out,
    files: ['style.css', 'terms.txt', 'template.html', 'template.json', 'schema.json', 'sample.json'],
    version: 5,
  })
  t.equal(readFileSync(join(out, 'style.css'), 'utf8'), 'h1 { color: green }')
  writeFileSync(join(out, '.platen.json'), '[]')
  const unknown = await run('template', 'push', out, '--org', 'acme', '--path', 'invoice')
  t.match(unknown.err, /\.platen\.json: this is not what "platen template pull" has written/)

  t.same(await json('template', 'delete', 'invoice', '--org', 'acme'), { path: 'invoice', deleted: true })
  t.same(await json('template', 'list', '--org', 'acme'), [])
  t.match(await push(), { version: 1 }, 'it can come again')
})

t.test('partials that templates share', async (t) => {
  const file = join(folder, 'header.html')
  const templates = join(folder, 'with-partials')
  mkdirSync(templates)
  writeFileSync(file, '<h1>{{title}}</h1>')
  writeFileSync(join(templates, 'template.html'), '{{> header}}')
  const push = (...args: string[]) => json('partial', 'push', file, '--org', 'acme', ...args)
  t.same(await push(), { name: 'header', revision: 1, published: [], failed: [] })
  t.match(await json('template', 'push', templates, '--org', 'acme', '--path', 'letter'), { version: 1 })
  t.match(await json('template', 'pull', 'letter', '--org', 'acme', '--out', join(folder, 'pulled-letter')), {
    files: ['template.html', 'template.json'],
  })
  writeFileSync(file, '<h2>{{title}}</h2>')
  t.same(await push('--publish'), {
    name: 'header',
    revision: 2,
    published: [{ path: 'letter', version: 2 }],
    failed: [],
  })
  t.match(await json('partial', 'list', '--org', 'acme'), [{ name: 'header', revision: 2, size_bytes: 18, users: 1 }])
  const out = join(folder, 'shared-partials')
  t.same(await json('partial', 'pull', '--org', 'acme', '--out', out), { out, files: ['header.html'] })
  const missing = await run('check', templates)
  t.match([missing.status, missing.out], [1, /\[missing-partial\]/])
  t.match((await run('check', templates, '--partials', out)).out, 'No problems')
  t.match((await run('check', templates, '--partials', join(folder, 'none'))).err, /--partials: .* no such folder/)
  const pdf = join(folder, 'letter.pdf')
  t.match(await json('render', templates, '--partials', out, '--out', pdf), { pages: 1 })
  t.same(await json('partial', 'delete', 'header', '--org', 'acme'), { name: 'header', deleted: true })
  await json('template', 'delete', 'letter', '--org', 'acme')
})

const FAILURES: readonly [args: string, status: number, message: RegExp][] = [
  ['org create --name A', 2, /--slug is missing/],
  ['org create --slug A_B --name A', 2, /--slug must be/],
  ['org create --slug admin --name A', 2, /--slug: the dashboard needs the word "admin" itself/],
  ['template push invoice --org acme --path new', 2, /--path: the dashboard needs the word "new" itself/],
  ['org create --slug ab --name A --plan gold', 2, /--plan must be one of free, pro, scale, enterprise, not "gold"/],
  ['org create --slug ab --name A --monthly-quota -1', 2, /--monthly-quota/],
  ['org create --slug ab --name A --monthly-quota=1.5', 2, /--monthly-quota must be a whole number/],
  ['org list --color', 2, /unknown option '--color'/],
  ['template push invoice --pth x', 2, /unknown option '--pth' \(did you mean "--path"\?\)/],
  ['partial push invoice --org acme', 1, /invoice: this is a folder/],
  ['partial push uncompilable.html --org acme', 1, /shared\/uncompilable\.html:1:1: .*\(included by /],
  ['partial push a.b.html --org acme', 2, /the name of a partial is up to 64 letters, .* not "a\.b": use --name/],
  ['partial delete none --org acme', 1, /there is no partial "none"/],
  ['org list more', 2, /unexpected argument "more"/],
  ['org burn', 2, /there is no command "org burn"/],
  ['key create --org nobody', 1, /--org: there is no organization "nobody"/],
  ['key create --org acme --allow-ip 10.0.0.0/99', 2, /--allow-ip must be/],
  ['key create --org acme --scope all', 2, /--scope must be one of generate, manage, generate-html, not "all"/],
  ['key revoke', 2, /ID is missing/],
  ['key revoke key_x', 1, /there is no key "key_x"/],
  ['template push nowhere --org acme --path x', 1, /nowhere: there is no such file/],
  ['template push invoice --org acme --path a/b', 2, /--path must be/],
  ['template push invoice --org acme --path x --page-size a9', 2, /--page-size must be one of/],
  ['org create --slug x --name=', 2, /--name must not be empty/],
  ['org update acme --name=', 2, /--name must not be empty/],
  ['template push invoice --org acme --path x --name=', 2, /--name must not be empty/],
  ['serve --port 65536', 2, /--port must be up to 65535, not "65536"/],
  ['serve --port http', 2, /--port must be a whole number from 0, not "http"/],
  ['template push invoice --org acme --path x --schema broken.json', 1, /broken\.json:2:3: this is not JSON/],
  ['template push invoice --org acme --path x --sample broken.json', 1, /broken\.json:2:3: this is not JSON/],
  ['template push uncompilable.html --org acme --path x', 1, /uncompilable\.html:1:1: /],
  ['org update acme', 2, /nothing to change/],
  ['org update nobody --name N', 1, /there is no organization "nobody"/],
  ['user create --email nobody', 2, /--email must be an e-mail address/],
  ['user create --email a@b --role owner', 2, /--role needs --org/],
  ['user create --email a@b --org acme --role boss', 2, /--role must be one of owner, editor, viewer/],
  ['worker now', 2, /unexpected argument "now"/],
  ['template pull none --org acme --out x', 1, /there is no template "none"/],
  ['template delete none --org acme', 1, /there is no template "none"/],
  ['teapot', 2, /there is no command "teapot"/],
]
writeFileSync(join(folder, 'uncompilable.html'), '{{#each items}}never closed')
writeFileSync(join(folder, 'broken.json'), '{\n  nothing }')
for (const [args, expected, message] of FAILURES) {
  t.test(`platen ${args} ends with ${expected}`, async (t) => {
    const { status, out, err } = await run(...args.split(' '))
    t.equal(status, expected)
    t.equal(out, '')
    t.match(err, message)
    t.notMatch(err, /\n\s+at /, 'no stack')
  })
}

t.test('the version is that of the package', async (t) => {
  const { version } = JSON.parse(readFileSync(new URL('../../../package.json', import.meta.url), 'utf8'))
  t.equal((await platen(['--version'])).out, `${version}\n`)
})

t.test('the commands are listed in groups', async (t) => {
  const { out } = await platen(['--help'])
  t.match(out, /^Make documents:\n {2}platen render /m)
  t.match(out, /\n\nWebhooks:\n {2}platen webhook create /)
})

t.test('every command has help with an example', async (t) => {
  const { out } = await platen(['--help'])
  const commands = [...out.matchAll(/^ {2}platen ((?:[a-z]+ ?)+?) {2,}/gm)].map((match) => match[1]?.trim() ?? '')
  t.ok(commands.length >= 12)
  for (const command of commands) {
    const help = await platen([...command.split(' '), '--help'])
    t.equal(help.status, 0, command)
    t.match(help.out, new RegExp(`^Usage: platen ${command}[\\s\\S]*\nExample: [^\n]*platen ${command}`))
  }
})
