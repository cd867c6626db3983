import { existsSync } from 'node:fs'
import { join } from 'node:path'
import t from 'tap'
import { platen } from './platen.js'

const EPC =
  '<platen-qr preset="epc" name="{{name}}" iban="{{iban}}" amount="{{amount}}"></platen-qr><p>{{sum | currency "EUR"}}</p>'
const PAYMENT = { name: 'Harbour', iban: 'DE89370400440532013001', amount: 12.5, sum: '' }

t.test('render exits with 0 whatever is lost, and with 1 where that is not wanted', async (t) => {
  const folder = t.testdir({
    report: { 'template.html': EPC, 'sample.json': JSON.stringify(PAYMENT) },
    refuse: { 'template.html': EPC, 'sample.json': JSON.stringify(PAYMENT), 'template.json': '{"problems":"refuse"}' },
    warned: { 'template.html': '{{missing}}' },
  })
  const render = (name: string, ...options: string[]) =>
    platen(['render', name, '--out', `${name}.pdf`, ...options], { cwd: folder })
  const plain = await render('report')
  t.equal(plain.status, 0)
  t.match(plain.err, /"DE89370400440532013001" is not an IBAN/, 'the author sees the value')
  t.equal((await render('report', '--strict')).status, 1)
  t.equal((await render('refuse')).status, 1)
  t.ok(existsSync(join(folder, 'refuse.pdf')), 'the file is there to be looked at')
  t.equal((await render('warned', '--strict')).status, 0, 'warnings are no failure')
})

t.test('check without data reports what does not come from missing fields', async (t) => {
  const folder = t.testdir({
    'drawing.html':
      '<svg width="9" height="9"><filter id="f"><feTurbulence/></filter><rect width="9" height="9" filter="url(#f)"/></svg>',
    'wide.html': '<div style="width: 3000px"><p style="width: 3000px; text-align: right">x</p></div>',
    'data.html': `${EPC}<img src="{{logo}}" alt=""><p style="color: {{color}}">{{a * 2}}{{#each rows}}x{{/each}}</p>`,
  })
  const check = (file: string) => platen(['check', file], { cwd: folder })
  t.match(await check('drawing.html'), { status: 0, out: /feTurbulence is not supported[^\n]*\[unsupported-svg\]/ })
  t.match(await check('wide.html'), { status: 0, out: /content-cut-off/ })
  t.match(await check('data.html'), { status: 0, out: 'No problems\n' })
})

t.test('a template whose own sample fails is not published', async (t) => {
  const folder = t.testdir({
    good: { 'template.html': EPC, 'sample.json': JSON.stringify({ ...PAYMENT, iban: 'DE89370400440532013000' }) },
    none: { 'template.html': EPC },
    bad: { 'template.html': EPC, 'sample.json': JSON.stringify(PAYMENT) },
    long: {
      'template.html': '{{#each rows}}<p style="break-after: page">x</p>{{/each}}',
      'sample.json': JSON.stringify({ rows: Array.from({ length: 20_001 }, () => 1) }),
    },
    unknown: { 'template.html': 'x', 'template.json': '{ "filename": "x" }' },
  })
  const env = { PLATEN_DATA_DIR: join(folder, 'data') }
  await platen(['org', 'create', '--slug', 'acme', '--name', 'Acme', '--plan', 'pro'], { cwd: folder, env })
  const push = (name: string, ...options: string[]) =>
    platen(['template', 'push', name, '--org', 'acme', '--path', name, ...options], { cwd: folder, env })
  t.equal((await push('good')).status, 0)
  t.equal((await push('none')).status, 0, 'without a sample, missing fields are no fault')
  const bad = await push('bad')
  t.match(bad, { status: 1, err: /is not an IBAN[\s\S]*the template has errors and was not published/ })
  const long = await push('long')
  t.equal(long.status, 1)
  t.match(long.err, /no document comes of its sample data: the document has more than 20000 pages/)
  t.notMatch(long.err, /LimitError|\.js:/)
  t.match(await push('unknown'), {
    status: 1,
    err: /template\.json:1:3: there is no setting "filename" \(did you mean "fileName"\?\)/,
  })
  t.match(await push('good', '--problems', 'refused'), {
    status: 2,
    err: /--problems must be one of ignore, report, refuse/,
  })
  t.equal((await push('good', '--problems', 'refuse')).status, 0)
  await platen(['template', 'pull', 'good', '--org', 'acme', '--out', 'pulled'], { cwd: folder, env })
  const { out } = await platen(['check', 'pulled', '--json'], { cwd: folder, env })
  t.match(JSON.parse(out), { ok: true })
})

t.test('fonts check says in a sentence that a document has too many pages', async (t) => {
  const folder = t.testdir({
    'template.html': '{{#each rows}}<p style="break-after: page">x</p>{{/each}}',
    'sample.json': JSON.stringify({ rows: Array.from({ length: 20_001 }, () => 1) }),
  })
  t.match(await platen(['fonts', 'check', folder]), {
    status: 1,
    err: /^platen fonts check: the document has more than 20000 pages\n$/,
  })
})
