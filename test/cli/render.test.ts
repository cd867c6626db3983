import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { cpSync, existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import t from 'tap'
import { readAttachments } from '../../server/cli/attachments.js'
import { readEncryption } from '../../server/cli/encryption.js'
import { pressProfile } from '../engine/images/make-profile.js'
import { INVOICE_XML } from '../engine/invoice/invoice-xml.js'
import { runTool } from '../engine/pdf/pdf-tools.js'
import { makeFolder } from '../server/folder.js'
import { MAIN, platen } from './platen.js'

const folder = makeFolder(t)
mkdirSync(join(folder, 'letter'))
const NAMED = '<html lang="en"><title>Letter</title>'
const LETTER = `${NAMED}<link rel="stylesheet" href="style.css"><p>Dear {{name}}</p>`
writeFileSync(join(folder, 'letter', 'template.html'), LETTER)
writeFileSync(join(folder, 'letter', 'template.json'), '{"name":"Letter","pageSize":"a5"}')
writeFileSync(join(folder, 'letter', 'sample.json'), '{"name":"Ada"}')
writeFileSync(join(folder, 'letter', 'style.css'), 'p { color: red }')
writeFileSync(join(folder, 'warn.html'), '<p style="colour: red">{{missing}}</p>')
writeFileSync(join(folder, 'broken.html'), '<div>\n  {{#each items}}\n</div>')
writeFileSync(join(folder, 'data.json'), '{"name":"Grace"}')
writeFileSync(join(folder, 'bad.json'), '{\n  "name": }')
writeFileSync(join(folder, 'list.json'), '[]')
const run = (args: string, input?: string) =>
  platen(args.split(' '), { cwd: folder, ...(input === undefined ? {} : { input }) })
const isPdf = (bytes: Buffer) => bytes.subarray(0, 5).toString() === '%PDF-'

t.test('a document without another name has the one that its template gives', async (t) => {
  mkdirSync(join(folder, 'named'))
  writeFileSync(join(folder, 'named', 'template.html'), '<p>{{number}}')
  writeFileSync(join(folder, 'named', 'template.json'), '{"fileName":"invoice-{{number}}.pdf"}')
  writeFileSync(join(folder, 'named', 'sample.json'), '{"number":"../7"}')
  t.match((await run('render named')).out, /^invoice-..-7\.pdf: 1 page/)
  t.ok(isPdf(readFileSync(join(folder, 'invoice-..-7.pdf'))))
  t.match(JSON.parse((await run('render named --out other.pdf --json')).out), { out: 'other.pdf' })
  t.same(
    readdirSync(folder).filter((file) => file.endsWith('.part')),
    [],
  )
  writeFileSync(join(folder, 'named', 'template.json'), '{\n  "fileName":7}')
  t.match((await run('render named')).err, /template\.json:2:3: "fileName" must be a line of at most 500 characters/)
  rmSync(join(folder, 'named'), { recursive: true })
})

t.test('moments are in the time zone of the option, else of the template, else in UTC', async (t) => {
  const zoned = join(folder, 'zoned')
  mkdirSync(zoned)
  writeFileSync(join(zoned, 'template.html'), '<p>{{day}}')
  const settings = (timeZone?: string) => {
    const fileName = '{{@now | date "HH"}}-{{at | date "HH"}}-{{day | date "dd"}}.pdf'
    writeFileSync(join(zoned, 'template.json'), JSON.stringify({ fileName, timeZone }))
  }
  writeFileSync(join(zoned, 'sample.json'), '{"at":"2026-07-01T12:00:00Z","day":"2026-07-01"}')
  const render = (options = '') => run(`render zoned --date 2026-01-31T23:30:00Z${options}`)
  settings()
  t.match((await render()).out, /^23-12-01\.pdf/)
  t.match((await render(' --time-zone Asia/Tokyo')).out, /^08-21-01\.pdf/)
  settings('America/New_York')
  t.match((await render()).out, /^18-08-01\.pdf/)
  t.match((await render(' --time-zone Asia/Tokyo')).out, /^08-21-01\.pdf/)
  const local = { cwd: folder, env: { TZ: 'Pacific/Auckland' } }
  const here = await platen(['render', 'zoned', '--date', '2026-01-31T23:30:00Z', '--time-zone', 'local'], local)
  t.match(here.out, /^12-00-01\.pdf/)
  const wrong = await render(' --time-zone Europe/Berlim')
  t.equal(wrong.status, 2)
  t.match(
    wrong.err,
    /--time-zone must be a time zone such as Europe\/Berlin, or local, not "Europe\/Berlim" \(did you mean/,
  )
  settings('CEST+1')
  t.match((await render()).err, /template\.json:1:\d+: "timeZone" must be a time zone such as "Europe\/Berlin"/)
  rmSync(zoned, { recursive: true })
})

t.test('a folder with its sample data', async (t) => {
  const { status, out, err } = await run('render letter')
  t.equal(err, '')
  t.equal(status, 0)
  t.match(out, /^letter\.pdf: 1 page, \d+ bytes, \d+ ms\n$/)
  t.ok(isPdf(readFileSync(join(folder, 'letter.pdf'))))
})

t.test('to standard output, with data from standard input', async (t) => {
  const { status, bytes } = await run('render letter --data - --out -', '{"name":"Grace"}')
  t.equal(status, 0)
  t.ok(isPdf(bytes))
})

t.test('a rendering that fails leaves the file that stood there', async (t) => {
  writeFileSync(
    join(folder, 'many.html'),
    '{{#each a}}{{#each ../a}}{{#each ../../a}}<p>x</p>{{/each}}{{/each}}{{/each}}',
  )
  writeFileSync(join(folder, 'many.json'), JSON.stringify({ a: Array.from({ length: 120 }, () => 1) }))
  writeFileSync(join(folder, 'kept.pdf'), 'before')
  const { status, err } = await run('render many.html --data many.json --out kept.pdf')
  t.equal(status, 1)
  t.match(err, /more than/)
  t.equal(readFileSync(join(folder, 'kept.pdf'), 'utf8'), 'before')
  t.same(
    readdirSync(folder).filter((name) => name.endsWith('.part')),
    [],
  )
})

t.test('in the browser profile, by an option or by the settings of the folder', async (t) => {
  const own = makeFolder(t)
  const runHere = (args: string) => platen(args.split(' '), { cwd: own })
  const rootOf = async (args: string) => /html (\S+)/.exec((await runHere(`render ${args} --dump fragments`)).out)?.[1]
  writeFileSync(join(own, 'sized.html'), '<style>@page { size: A4 }</style><p>x')
  t.equal(await rootOf('sized.html'), '38.391,38.391')
  t.equal(await rootOf('sized.html --profile browser'), '37,37')
  const { status, err } = await runHere('render sized.html --profile chrome')
  t.equal(status, 2)
  t.match(err, /profile.*print, browser/)
  mkdirSync(join(own, 'moved'))
  writeFileSync(join(own, 'moved', 'template.html'), '<style>@page { size: A4 }</style><p>x')
  writeFileSync(join(own, 'moved', 'template.json'), '{"profile":"browser"}')
  t.equal(await rootOf('moved'), '37,37')
  t.equal(await rootOf('moved --profile print'), '38.391,38.391')
})

t.test('the former name of the profile is read, and reported as deprecated', async (t) => {
  const own = makeFolder(t)
  const runHere = (args: string) => platen(args.split(' '), { cwd: own })
  mkdirSync(join(own, 'moved'))
  writeFileSync(join(own, 'moved', 'template.html'), '<style>@page { size: A4 }</style><p>x')
  writeFileSync(join(own, 'moved', 'template.json'), '{"manner":"browser"}')
  const moved = await runHere('render moved --dump fragments')
  t.match(moved.out, /html 37,37/)
  const option = await runHere('render moved --manner=print --dump fragments')
  t.match(option.out, /html 38.391,38.391/)
  t.match(option.err, 'note: --manner is now --profile')
  const checked = await runHere('check moved --json')
  t.equal(checked.status, 0)
  t.match(JSON.parse(checked.out).diagnostics, [{ code: 'deprecated-setting', severity: 'warning' }])
  writeFileSync(join(own, 'moved', 'template.json'), '{\n "manner": "chrome"}')
  t.match((await runHere('check moved')).err, /template\.json:2:2: "manner" must be print or browser/)
})

t.test('a form to be filled in, by an option or by the settings of the folder', async (t) => {
  const own = makeFolder(t)
  const runHere = (args: string) => platen(args.split(' '), { cwd: own })
  const html = '<p>Name <input name=a title="Full name">'
  writeFileSync(join(own, 'form.html'), html)
  t.match((await runHere('render form.html --forms --dump tags')).out, 'Full name (text a)')
  mkdirSync(join(own, 'form'))
  writeFileSync(join(own, 'form', 'template.html'), html)
  writeFileSync(join(own, 'form', 'template.json'), '{"forms":true}')
  t.match((await runHere('render form --dump tags')).out, 'Full name (text a)')
  writeFileSync(join(own, 'form', 'template.json'), '{"forms":"yes"}')
  t.match((await runHere('render form')).err, '"forms" must be true or false')
})

t.test('at a date that is given, with equal bytes', async (t) => {
  writeFileSync(join(folder, 'dated.html'), '<p>{{@now | date "yyyy-MM-dd HH:mm"}}</p>')
  const first = await run('render dated.html --date 2026-01-31T10:00:00Z --out -')
  const second = await run('render dated.html --date 2026-01-31T11:00+01:00 --out -')
  t.equal(first.status, 0, first.err)
  t.ok(first.bytes.equals(second.bytes))
  t.notOk(first.bytes.equals((await run('render dated.html --date 2026-01-31 --out -')).bytes))
})

t.test('with attachments', async (t) => {
  writeFileSync(join(folder, 'a,b.xml'), '<a/>')
  const options = '--attach data.json,source --attach a,b.xml'
  const { status, err } = await run(`render letter --out attached.pdf ${options}`)
  t.equal(status, 0, err)
  const listed = runTool('qpdf', ['--list-attachments', '--verbose', join(folder, 'attached.pdf')], Buffer.alloc(0))
  if (listed) {
    t.match(listed.output, /^a,b\.xml ->[\s\S]*mime type: text\/xml[\s\S]*^data\.json ->[\s\S]*application\/json/m)
  }
  const data = join(folder, 'data.json')
  t.throws(() => readAttachments([data, `${data},source`], undefined), { message: /two files called "data\.json"/ })
  t.throws(() => readAttachments(['none.xml'], undefined), { message: /none\.xml: there is no such file/ })
})

t.test('for a press, whose profile an option or the settings of the folder name', async (t) => {
  const own = makeFolder(t)
  const runHere = (args: string) => platen(args.split(' '), { cwd: own })
  writeFileSync(join(own, 'none.icc'), 'none')
  mkdirSync(join(own, 'card'))
  writeFileSync(join(own, 'card', 'template.html'), '<p style="opacity: .5; color: device-cmyk(0 0 0 1)">x')
  const wrong = await runHere('render card --output-intent none.icc')
  t.equal(wrong.status, 1)
  t.match(wrong.err, 'none.icc: the file is no ICC profile, or a part of one')
  writeFileSync(join(own, 'card', 'press.icc'), pressProfile())
  writeFileSync(join(own, 'card', 'template.json'), '{"outputIntent":"press.icc"}')
  const { status, err } = await runHere('render card')
  t.equal(status, 0)
  t.equal(err, '', 'no ink is lost')
})

t.test('as an invoice', async (t) => {
  writeFileSync(join(folder, 'invoice.xml'), INVOICE_XML)
  const { status, err } = await run('render letter --out invoice.pdf --factur-x invoice.xml')
  t.equal(status, 0, err)
  t.match(readFileSync(join(folder, 'invoice.pdf'), 'utf8'), '<fx:ConformanceLevel>EN 16931<')
})

t.test('as an invoice that the mapping of the template makes', async (t) => {
  cpSync(fileURLToPath(new URL('../../../templates/invoice', import.meta.url)), join(folder, 'invoices', 'bill'), {
    recursive: true,
  })
  writeFileSync(join(folder, 'invoices', 'bill', 'template.json'), '{"facturX":"EN 16931"}')
  const data = JSON.parse(readFileSync(join(folder, 'invoices', 'bill', 'sample.json'), 'utf8'))
  data.totals.gross = 47_867.23
  const wrong = await run('render invoices/bill --data - --out bill.pdf', JSON.stringify(data))
  t.equal(wrong.status, 1)
  t.match(wrong.err, /factur-x\.json:\d+:3: BT-112 .* totals\.gross, is 47867\.23, but .* is 47867\.22 \(BR-CO-15\)/)
})

t.test('encrypted', async (t) => {
  writeFileSync(join(folder, 'password'), 'open sesame\n')
  const options = '--user-password file:password --owner-password env:OWNER --permissions print'
  const { status, err } = await platen(`render letter --out secret.pdf ${options}`.split(' '), {
    cwd: folder,
    env: { OWNER: 'the owner' },
  })
  t.equal(status, 0, err)
  const args = ['--password=open sesame', '--show-encryption', join(folder, 'secret.pdf')]
  const shown = runTool('qpdf', args, Buffer.alloc(0))
  if (shown) t.match(shown.output, /R = 6.*print high resolution: allowed\nmodify document assembly: not allowed/s)
})

t.test('standards and passwords that do not go together are told in one line', async (t) => {
  writeFileSync(join(folder, 'password'), 'open sesame\n')
  const locked = await run('render letter --standard pdf/a-3b --user-password file:password --out a.pdf')
  t.match(locked, { status: 2, err: /^platen render: passwords do not go with PDF\/A, .*\n$/ })
  const both = await run('render letter --standard pdf/a-2b --standard pdf/a-3b --out a.pdf')
  t.match(both, { status: 1, err: /a file cannot be pdf\/a-2b and pdf\/a-3b at once: choose one standard\n$/ })
})

t.test('passwords are not taken from the command line, and never printed', async (t) => {
  const none = { userPassword: undefined, ownerPassword: undefined, permissions: undefined }
  const read = (values: object) => () => readEncryption({ ...none, ...values })
  t.throws(read({ userPassword: 'hunter2' }), { name: 'UsageError', message: /^(?!.*hunter2).*file:PATH or env:NAME/ })
  t.throws(read({ userPassword: 'env:NO_SUCH_VARIABLE' }), { message: /has no variable of this name/ })
  t.throws(read({ permissions: 'print' }), { message: /needs --owner-password/ })
  writeFileSync(join(folder, 'invisible'), '\u00ad\u200b')
  t.throws(read({ userPassword: `file:${join(folder, 'invisible')}` }), { message: /or nothing that is seen$/ })
  t.equal(read({})(), undefined)
})

t.test('as JSON', async (t) => {
  const { status, out } = await run(
    'render warn.html --data data.json --out w.pdf --page-size letter --orientation landscape --test --json',
  )
  t.equal(status, 0)
  const result = JSON.parse(out)
  t.same(Object.keys(result), ['out', 'pages', 'bytes', 'duration_ms', 'diagnostics'])
  t.match(result, { out: 'w.pdf', pages: 1, bytes: readFileSync(join(folder, 'w.pdf')).length })
  t.ok(result.diagnostics.length >= 2)
  for (const diagnostic of result.diagnostics) {
    t.same(Object.keys(diagnostic), [
      'code',
      'severity',
      'message',
      'hint',
      'file',
      'line',
      'column',
      'end_line',
      'end_column',
    ])
  }
  t.match(
    result.diagnostics.find(({ code }: { code: string }) => code === 'unmatched-placeholder'),
    { severity: 'warning', hint: null, file: 'warn.html', line: 1, column: 24 },
  )
  t.match(
    result.diagnostics.find(({ code }: { code: string }) => code === 'unknown-property'),
    { hint: '"color"' },
  )
})

t.test('check', async (t) => {
  const clean = await run('check letter --json')
  t.same(JSON.parse(clean.out), { ok: true, diagnostics: [] })
  t.equal(clean.status, 0)
  const warned = await run('check warn.html --data data.json')
  t.equal(warned.status, 0)
  t.match(warned.out, /^warn\.html:1:24: warning: .*\[unmatched-placeholder\]$/m)
  t.equal((await run('check warn.html --data data.json --strict')).status, 1)
  t.match(warned.out, '    1 | <p style="colour: red">{{missing}}</p>\n      |                        ^^^^^^^^^^^\n')
  t.match(warned.out, /^warn\.html:1:1: warning: .*\[missing-title\]$/m)
  const several = await run('check letter warn.html --strict')
  t.match(several.out, /^warn\.html:1:1: warning: [\s\S]*\n2 templates: 0 errors, 1 warning\n$/)
  t.equal(several.status, 1)
  const all = await run('check .')
  t.equal(all.err, '')
  t.equal(all.out, 'No problems\n', 'a folder of templates stands for those in it')
  t.equal((await run('check letter warn.html --data data.json')).status, 2)
  const broken = await run('check broken.html --json')
  t.equal(broken.status, 1)
  t.match(JSON.parse(broken.out), { ok: false, diagnostics: [{ severity: 'error', file: 'broken.html', line: 2 }] })
})

const FAILURES: readonly [args: string, status: number, message: RegExp][] = [
  ['render broken.html', 1, /^platen render: broken\.html:2:\d+: /],
  ['render letter --data bad.json', 1, /^platen render: bad\.json:2:11: this is not JSON: expected a value\n$/],
  ['render letter --data list.json', 1, /^platen render: list\.json:1:1: the data must be a JSON object\n$/],
  ['render letter --data none.json', 1, /^platen render: none\.json: there is no such file\n$/],
  ['render nowhere.html', 1, /^platen render: nowhere\.html: there is no such file\n$/],
  ['render letter --out nowhere/x.pdf', 1, /^platen render: --out: nowhere\/x\.pdf cannot be written \(ENOENT\)\n$/],
  ['render letter --assets nowhere', 1, /--assets: nowhere: there is no such folder/],
  ['render letter --page-size a9', 2, /--page-size must be one of a3, a4, a5, letter, legal, tabloid, not "a9"/],
  ['render letter --orientation up', 2, /--orientation must be one of/],
  ['render letter --date 31.1.2026', 2, /--date must be a date such as 2026-01-31 or 2026-01-31T10:00:00Z, not/],
  ['render letter --date 2026-02-30', 2, /--date must be/],
  ['render letter --json --out -', 2, /--json and --out -/],
  ['render letter --watch --data -', 2, /--watch/],
  ['render letter --dump all', 2, /--dump is html, styles, boxes, fragments, paint, tags, not "all"/],
  ['render letter --dump html --json', 2, /--dump prints to standard output/],
  ['render', 2, /TEMPLATE\.html is missing/],
  ['check letter --data bad.json', 1, /bad\.json:2:11/],
]
for (const [args, expected, message] of FAILURES) {
  t.test(`platen ${args} ends with ${expected}`, async (t) => {
    const { status, out, err } = await run(args)
    t.equal(status, expected)
    t.equal(out, '')
    t.match(err, message)
  })
}

t.test('--dump prints what a stage makes of the document', async (t) => {
  const { status, out, err } = await run('render letter --dump fragments')
  t.same({ status, err }, { status: 0, err: '' })
  t.match(out, /^page 1\n {2}block#0 html /)
})

t.test('--watch renders again when a file changes', async (t) => {
  const args = [MAIN, 'render', 'letter', '--watch', '--out', 'watched.pdf']
  const child: ChildProcess = spawn(process.execPath, args, { cwd: folder, stdio: ['ignore', 'pipe', 'inherit'] })
  t.teardown(() => child.kill())
  if (!child.stdout) throw new Error('expected a pipe')
  let renders = 0
  for await (const _ of createInterface(child.stdout)) {
    renders++
    if (renders === 1) touch(join(folder, 'letter', 'style.css'), 'p { color: blue }')
    if (renders === 2) touch(join(folder, 'letter', 'sample.json'), '{"name":"Watched"}')
    if (renders === 3) break
  }
  t.equal(renders, 3)
  t.ok(existsSync(join(folder, 'watched.pdf')))
  const ended = once(child, 'exit')
  child.kill('SIGTERM')
  await ended
})

function touch(file: string, content: string): void {
  writeFileSync(file, content)
}

t.test("partials come from the template's folder", async (t) => {
  const folder = makeFolder(t)
  mkdirSync(join(folder, 'letter', 'partials'), { recursive: true })
  writeFileSync(join(folder, 'letter', 'template.html'), `${NAMED}{{> head title="Dear"}}<p>{{name}}</p>`)
  writeFileSync(join(folder, 'letter', 'partials', 'head.html'), '<h1>{{titel}}</h1>')
  writeFileSync(join(folder, 'letter', 'sample.json'), '{"name":"Ada"}')
  const wrong = await platen(['check', 'letter'], { cwd: folder })
  t.match(wrong.out, 'partials/head.html:1:5: warning: no field of the data matches {{titel}} (did you mean "title"?)')
  writeFileSync(join(folder, 'letter', 'partials', 'head.html'), '<h1>{{title}}</h1>')
  t.equal((await platen(['check', 'letter'], { cwd: folder })).out, 'No problems\n')
})

t.test('platen template infer-schema', async (t) => {
  const folder = makeFolder(t)
  mkdirSync(join(folder, 'letter'))
  writeFileSync(join(folder, 'letter', 'template.html'), '<p>{{name}} {{#if vat}}x{{/if}}</p>')
  t.match((await platen(['template', 'infer-schema', 'letter'], { cwd: folder })).err, 'there is no sample')
  writeFileSync(join(folder, 'letter', 'sample.json'), '{"name":"Ada"}')
  writeFileSync(join(folder, 'more.json'), '{"name":"Grace","age":3}')
  const { out, err, status } = await platen(['template', 'infer-schema', 'letter', '--data', 'more.json'], {
    cwd: folder,
  })
  t.equal(status, 0)
  t.match(err, /has vat \[unknown-field\]/)
  t.match(JSON.parse(out), { properties: { name: { type: 'string' }, age: { type: 'integer' } }, required: ['name'] })
  await platen(['template', 'infer-schema', 'letter', '--out', 'letter/schema.json'], { cwd: folder })
  t.match((await platen(['check', 'letter'], { cwd: folder })).out, /1:19: .*has vat \[unknown-field\]/)
})
