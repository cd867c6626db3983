import { spawnSync } from 'node:child_process'
import t from 'tap'
import { readPng, sizeOfJpeg } from '../../engine/page-images/read-picture.js'
import { type Service, startService } from '../service.js'
import type { Reply } from './request.js'

const TWO_PAGES = `<style>@page { size: 100pt 200pt; margin: 0 } body { margin: 0 } div { height: 100pt }</style>
<div style="background: red">{{name}}</div><div style="break-before: page; background: #777"></div>`

const POST = { method: 'POST', body: '{"name":"Ada"}' }

function ask({ call }: Service, query: string, headers: Record<string, string> = {}, body = POST.body): Promise<Reply> {
  const json = { 'content-type': 'application/json', ...headers }
  return call(`templates/card/documents${query}`, { ...POST, body, headers: json })
}

async function openBench(): Promise<Service> {
  const service = await startService(t, { engine: true })
  await service.addTemplate('card', TWO_PAGES, { settings: '{"fileName":"card-{{name}}.pdf"}' })
  return service
}

t.test('a page of the document is the answer where a format of pictures is asked for', async (t) => {
  const service = await openBench()
  const png = await ask(service, '?format=png')
  t.match([png.status, png.headers['content-type']], [200, 'image/png'])
  t.match(png.headers, {
    'content-length': String(png.bytes.length),
    'content-disposition': 'inline; filename="card-Ada.png"',
    'x-document-pages': '2',
    'x-request-id': /^req_/,
  })
  t.notOk(png.headers['x-document-missing-fonts'])
  t.match(readPng(png.bytes), { width: 800, height: 1600, colorType: 2 })
  const second = await ask(service, '?format=png&page=2&width=50')
  t.match(readPng(second.bytes), { width: 50, height: 100, colorType: 0 })
  const jpeg = await ask(service, '?format=jpeg&width=40')
  t.equal(jpeg.headers['content-type'], 'image/jpeg')
  t.same(sizeOfJpeg(jpeg.bytes), [40, 80])
  const webp = await ask(service, '?format=webp&width=40')
  t.equal(webp.headers['content-type'], 'image/webp')
  t.equal(webp.bytes.toString('latin1', 8, 12), 'WEBP')
  const pdf = await ask(service, '', { accept: 'image/png' })
  t.equal(pdf.headers['content-type'], 'application/pdf', 'without a format it is the PDF, whatever Accept says')
})

t.test('a picture that cannot be is refused with the parameter at fault, and counts nothing', async (t) => {
  const service = await startService(t, { engine: true }, 2)
  await service.addTemplate('card', TWO_PAGES)
  await service.addTemplate('locked', TWO_PAGES, { settings: '{"encryption":{"userPassword":"password"}}' })
  const refused = async (query: string, field: string, message: RegExp, headers = {}) => {
    const reply = await ask(service, query, headers)
    const error = { type: 'validation_error', code: 'invalid_value', field, message }
    t.match([reply.status, reply.json], [422, { error }], query)
  }
  await refused('?format=foo', 'format', /must be cii, ubl, png, jpeg or webp/)
  await refused('?format=png&width=0', 'width', /must be a whole number from 1/)
  await refused('?format=png&width=1e9', 'width', /must be a whole number from 1/)
  await refused('?format=png&width=1000000000', 'width', /must be at most 25000000/)
  await refused('?format=png&width=9000', 'width', /9,000 × 18,00\d pixels, more than 25,000,000/)
  await refused('?format=png&page=0', 'page', /must be a whole number from 1/)
  await refused('?format=png&page=1&page=2', 'page', /must be a whole number from 1/)
  await refused('?format=png&page=99', 'page', /There is no page 99: the document has 2 pages/)
  await refused('?page=2', 'page', /needs a format/)
  await refused('?width=5', 'width', /needs a format/)
  await refused('?format=png&profile=peppol', 'profile', /needs a format: ubl or cii/)
  await refused('?format=png', 'format', /answered at once/, { prefer: 'respond-async' })
  t.equal((await ask(service, '?format=png&width=9')).status, 200)
  t.equal((await ask(service, '?format=png&width=9')).status, 200)
  t.equal((await ask(service, '?format=png&width=9')).status, 429)
})

t.test('a repeated request gets the same picture, another picture is another request', async (t) => {
  const service = await openBench()
  const headers = { 'idempotency-key': 'picture-1' }
  const first = await ask(service, '?format=png&width=30', headers)
  const again = await ask(service, '?format=png&width=30', headers)
  t.equal(again.headers['idempotent-replayed'], 'true')
  for (const name of ['content-type', 'content-disposition', 'x-document-pages', 'x-request-id']) {
    t.equal(again.headers[name], first.headers[name], name)
  }
  t.same(again.bytes, first.bytes)
  for (const query of ['', '?format=png&width=31', '?format=png&width=30&page=2', '?format=webp&width=30']) {
    t.match((await ask(service, query, headers)).json, { error: { code: 'idempotency_mismatch' } }, query)
  }
})

t.test('pictures of test documents show the mark', async (t) => {
  const service = await openBench()
  const plain = await ask(service, '?format=png&page=2')
  const marked = await ask(service, '?format=png&page=2', {}, '{"name":"Ada","isTest":true}')
  t.match([plain.status, marked.status], [200, 200])
  t.notSame(marked.bytes, plain.bytes)
})

t.test('a stored document is shown as a picture by its format or by Accept', async (t) => {
  const service = await openBench()
  const accepted = await service.generateLater('card', POST.body)
  const { document_id: id } = await service.finished((accepted.json as { request_id: string }).request_id)
  const get = (query: string, accept?: string, headers = {}) =>
    service.call(`documents/${id}${query}`, { headers: accept === undefined ? headers : { ...headers, accept } })
  const png = await get('', 'image/png')
  t.match([png.status, png.headers['content-type'], png.headers['x-document-pages']], [200, 'image/png', '2'])
  t.match(readPng(png.bytes), { width: 800, height: 1600 })
  const small = await get('?format=png&width=10&page=2', 'application/json')
  t.match(readPng(small.bytes), { width: 10, height: 20 })
  const etag = String(small.headers.etag)
  t.equal((await get('?format=png&width=10&page=2', undefined, { 'if-none-match': etag })).status, 304)
  t.equal((await get('', 'image/webp, image/png;q=0.5')).headers['content-type'], 'image/webp')
  for (const accept of [undefined, '*/*', 'application/json']) {
    t.match((await get('', accept)).headers['content-type'], /^application\/json/, String(accept))
  }
  t.equal((await get('', 'application/pdf')).headers['content-type'], 'application/pdf')
  t.match(await get('', 'text/csv'), {
    status: 406,
    json: { error: { type: 'validation_error', code: 'not_acceptable' } },
  })
  t.match((await get('?format=tiff')).json, { error: { code: 'invalid_value', field: 'format' } })
  t.match((await get('?format=png&page=3')).json, { error: { code: 'invalid_value', field: 'page' } })
  const image = await get('/image?width=10&page=2', 'application/json')
  t.same(image.bytes, small.bytes, 'by an address of its own, whatever Accept says')
  t.equal((await get('/image?format=webp&width=10')).headers['content-type'], 'image/webp')
  t.match((await get('/image?format=tiff')).json, { error: { code: 'invalid_value', field: 'format' } })
})

t.test('pictures are counted, and their requests say so in the log', async (t) => {
  const service = await openBench()
  await ask(service, '?format=png&width=7')
  const { bytes } = await service.call('../../../metrics')
  t.match(bytes.toString(), /platen_page_images_total\{format="png",outcome="drawn"\} [1-9]/)
})

t.test('a picture that is sent whole can be read by others', async (t) => {
  const service = await openBench()
  const { bytes } = await ask(service, '?format=png&width=60')
  const { status } = spawnSync('identify', ['-'], { input: bytes })
  t.ok(status === 0 || status === null, 'by ImageMagick, where it is installed')
})
