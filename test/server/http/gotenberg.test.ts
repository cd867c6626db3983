import t from 'tap'
import type { SentForm } from '../../../server/api/gotenberg/form.js'
import { sentDocument } from '../../../server/api/gotenberg/sent-document.js'
import { runTool } from '../../engine/pdf/pdf-tools.js'
import { startService } from '../service.js'
import { type Reply, send } from './request.js'

const PAGE =
  '<!doctype html><html lang="en"><title>Bill {{no}}</title><link rel="stylesheet" href="styles/style.css"><p>{{name}}</p>'

type Part = readonly [field: string, value: string, fileName?: string]

async function formOf(parts: readonly Part[]) {
  const form = new FormData()
  for (const [field, value, name] of parts) {
    if (name === undefined) form.append(field, value)
    else form.append(field, new Blob([value]), name)
  }
  const request = new Request('http://localhost', { method: 'POST', body: form })
  return { type: request.headers.get('content-type') ?? '', body: Buffer.from(await request.arrayBuffer()) }
}

const INDEX: Part = ['files', PAGE, 'index.html']
const STYLE: Part = ['files', 'p { background: black; color: white }', 'style.css']

t.test('a form as Gotenberg takes it', async (t) => {
  const service = await startService(t, { engine: true, gotenberg: { slug: 'acme-1', key: undefined } })
  t.equal(service.organization.slug, 'acme-1')
  const key = await service.addKey({ scopes: ['generate-html'] })
  const basic = (password: string) => `Basic ${Buffer.from(`any:${password}`).toString('base64')}`
  const post = async (
    parts: readonly Part[],
    headers: Record<string, string> = { authorization: basic(key) },
    path = 'chromium/convert/html',
  ): Promise<Reply> => {
    const { type, body } = await formOf(parts)
    return send(`${service.url}/forms/${path}`, { method: 'POST', headers: { 'content-type': type, ...headers }, body })
  }
  const textOf = ({ bytes }: Reply) => bytes.toString()

  await t.test('is answered with a PDF for a key as password or token', async (t) => {
    const headers = { 'gotenberg-output-filename': 'bill', 'gotenberg-trace': 'abc-1' }
    const reply = await post([INDEX, STYLE], { authorization: basic(key), ...headers })
    t.equal(reply.status, 200)
    t.match(reply.headers, {
      'content-type': 'application/pdf',
      'content-disposition': 'attachment; filename="bill.pdf"',
      'gotenberg-trace': 'abc-1',
    })
    const text = runTool('pdftotext', ['-', '-'], reply.bytes)
    if (text) t.match(text.output, /\{\{name\}\}/, 'a page is no template')
    const info = runTool('pdfinfo', ['-'], reply.bytes)
    if (info) t.match(info.output, /Title: +Bill \{\{no\}\}[\s\S]*Page size: +61[12][\d.]* x 79[12]/)
    t.equal((await post([INDEX, STYLE], { authorization: `Bearer ${key}` })).status, 200)
  })

  await t.test('is refused without a key, with a wrong one, and with one for other things', async (t) => {
    const missing = await post([INDEX], {})
    t.equal(missing.status, 401)
    t.match(missing.headers, { 'content-type': /^text\/plain/, 'www-authenticate': /^Basic/ })
    t.equal((await post([INDEX], { authorization: basic('sk_live_wrong') })).status, 401)
    t.equal((await post([INDEX], { authorization: basic(service.key) })).status, 403)
  })

  await t.test('names all faults at once', async (t) => {
    const parts: readonly Part[] = [
      STYLE,
      ['landscape', 'foo'],
      ['scale', 'x'],
      ['omitBackground', '1'],
      ['splitMode', 'pages'],
    ]
    const reply = await post(parts)
    t.equal(reply.status, 400)
    t.match(textOf(reply), /^Invalid form data: /)
    t.match(
      textOf(reply),
      /form field 'landscape' is invalid \(got 'foo', resulting to strconv\.ParseBool: parsing "foo": invalid syntax\)/,
    )
    t.match(textOf(reply), /form file 'index\.html' is required/)
    t.match(textOf(reply), /omitBackground requires printBackground set to true/)
    t.match(textOf(reply), /'splitMode' is not taken/)
    t.match(textOf(reply), /'scale' is invalid/)
  })

  await t.test('has the status of what went wrong', async (t) => {
    const { headers, ...none } = await post([INDEX, ['failOnResourceLoadingFailed', 'true']])
    t.equal(none.status, 409)
    t.match(none.bytes.toString(), /style\.css/)
    t.ok(headers['gotenberg-trace'])
    t.equal((await post([INDEX, STYLE, ['nativePageRanges', '2-3']])).status, 400)
    t.equal((await post([INDEX, STYLE, ['scale', '9']])).status, 400)
    t.equal((await post([INDEX], { authorization: basic(key), 'content-type': 'text/plain' })).status, 415)
    t.equal((await post([INDEX, ['x', 'y'.repeat(1_100_000)]])).status, 413)
    t.equal((await post([INDEX], {}, 'chromium/convert/url')).status, 404)
    const webhook = await post([INDEX], { authorization: basic(key), 'gotenberg-webhook-url': 'https://example.com' })
    t.equal(webhook.status, 400)
  })
})

t.test('without an organization there is no such route', async (t) => {
  const service = await startService(t, { engine: true })
  const { type, body } = await formOf([INDEX])
  const headers = { 'content-type': type, authorization: `Bearer ${service.key}` }
  const reply = await send(`${service.url}/forms/chromium/convert/html`, { method: 'POST', headers, body })
  t.equal(reply.status, 404)
  t.match(reply.json, { error: { code: 'not_found' } })
})

function formWith(fields: Readonly<Record<string, string>>, files: SentForm['files'] = []): SentForm {
  const index = { field: 'files', name: 'index.html', bytes: Buffer.from(PAGE) }
  return { fields: new Map(Object.entries(fields).map(([name, value]) => [name, [value]])), files: [index, ...files] }
}

/** The settings that a form becomes. */
function settingsOf(fields: Readonly<Record<string, string>>) {
  const sent = sentDocument(formWith(fields), new Date(0))
  if (sent.kind !== 'document') throw new Error(sent.faults.join('\n'))
  return sent.body.settings
}

t.test('fields become settings, with the defaults of Gotenberg', async (t) => {
  t.same(settingsOf({}), {
    profile: 'browser',
    media: 'print',
    backgrounds: false,
    paper: '8.5in 11in',
    margins: '0.39in 0.39in 0.39in 0.39in',
    pageRules: 'margins',
  })
  t.match(
    settingsOf({
      paperWidth: '8.27',
      paperHeight: '297mm',
      landscape: 'True',
      marginTop: '0',
      marginLeft: '10px',
      scale: '0.5',
      printBackground: 't',
      preferCssPageSize: 'true',
      nativePageRanges: '1-5, 8',
      emulatedMediaType: 'screen',
      pdfa: 'PDF/A-3b',
      pdfua: 'true',
      waitDelay: '2.5s',
      unknown: 'x',
    }),
    {
      media: 'screen',
      backgrounds: true,
      paper: '297mm 8.27in',
      margins: '0in 0.39in 0.39in 10px',
      pageRules: 'all',
      scale: 0.5,
      pages: '1-5, 8',
      standard: ['pdf/a-3b', 'pdf/ua-1'],
    },
  )
  t.match(settingsOf({ paperSize: 'A5' }), { paper: '148mm 210mm' })
  const secret = sentDocument(formWith({ userPassword: 'pin' }), new Date(0))
  t.match(secret, {
    body: { settings: { encryption: { userPassword: '{{userPassword}}' } }, data: { userPassword: 'pin' } },
  })
})

t.test('header and footer pages are filled by class', async (t) => {
  const header = {
    field: 'files',
    name: 'header.html',
    bytes: Buffer.from('<body><b class="title">x</b><i class=pageNumber></i>'),
  }
  const sent = sentDocument(formWith({ metadata: '{"Title":"A & B","Author":"Ann"}' }, [header]), new Date(0))
  if (sent.kind !== 'document') throw new Error('faulty')
  const { html } = sent.body
  t.match(html, /<title>A &#38; B<\/title><meta name="author" content="Ann">/)
  t.match(html, /<div class="platen-header"><b class="title"><\/b><i class="pageNumber"><\/i><\/div>/)
  t.match(html, /\.pageNumber::before \{ content: counter\(page\) \}/)
  t.match(html, /content: "Bill \\7b \\7b no\\7d \\7d "/)
})
