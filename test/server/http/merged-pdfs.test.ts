import t from 'tap'
import { HOSTILE_DOCUMENTS, HOSTILE_FILES } from '../../engine/pdf-input/hostile-files.js'
import { read } from '../../engine/pdf-input/inserted.js'
import { makePdf, onePage } from '../../engine/pdf-input/make-pdf.js'
import { ProcessWatch } from '../../hostile/over-http.js'
import { startService } from '../service.js'
import { send } from './request.js'

/** Of processor time; the service has only a part of a second to itself. */
const MOST_MS = 2_000

const TERMS = makePdf({
  objects: {
    ...onePage('BT /F 9 Tf (Terms) Tj ET', '/Resources << /Font << /F 5 0 R >> >>'),
    1: '<< /Type /Catalog /Pages 2 0 R /OpenAction << /S /JavaScript /JS (x) >> >>',
    5: '<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>',
  },
})

t.test('PDFs among the documents of a request', async (t) => {
  const service = await startService(t, { engine: true }, 1_000, 'enterprise')
  await service.addTemplate('letter', '<title>Letter</title><p>Dear {{name}}')
  const letter = { template: 'letter', data: { name: 'Ada' } }
  const post = (documents: readonly unknown[], headers: Record<string, string> = {}) =>
    service.call('documents', {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...headers },
      body: JSON.stringify({ documents }),
    })
  const pdf = (bytes: Uint8Array) => ({ pdf: Buffer.from(bytes).toString('base64') })

  await t.test('become part of the file, and count as a document', async (t) => {
    const before = await service.store.reader.readUsage(service.organization.id)
    const reply = await post([letter, { ...pdf(TERMS), title: 'Terms' }, letter])
    t.match([reply.status, reply.headers['x-document-problems']], [200, '1'])
    const { texts, outline } = await read(reply.bytes)
    t.same(texts, ['Dear Ada', 'Terms', 'Dear Ada'])
    t.same(outline, ['Letter 1', 'Terms 2', 'Letter 3'])
    const { documents } = await service.store.reader.readUsage(service.organization.id)
    t.equal(documents.used, before.documents.used + 3)
  })

  await t.test('are kept for later as data are, also without a template', async (t) => {
    const accepted = await post([pdf(TERMS), pdf(TERMS)], { prefer: 'respond-async' })
    const request = await service.finished((accepted.json as { request_id: string }).request_id)
    const problem = { code: 'dropped-from-pdf', message: /left out: an action that runs/, place: 'documents.0:1:1' }
    t.match(request, { status: 'completed', pages: 2, problems: [problem, { ...problem, place: 'documents.1:1:1' }] })
    t.same((await read((await send(request.document_url)).bytes)).texts, ['Terms', 'Terms'])
  })

  await t.test('end in clear errors that name them when they are hostile, soon', async (t) => {
    const fits = [...HOSTILE_FILES, ...HOSTILE_DOCUMENTS].map(([what, make]) => [what, pdf(make())] as const)
    const hostile = fits.filter(([, given]) => given.pdf.length < 1_000_000)
    t.ok(hostile.length >= 40)
    const before = await service.store.reader.readUsage(service.organization.id)
    let made = 0
    for (const [what, given] of hostile) {
      const watch = new ProcessWatch(service.process.process.pid ?? 0)
      const reply = await post([letter, given])
      const { processorMs } = watch.stop()
      t.ok(processorMs < MOST_MS, `${what}: ${processorMs} ms of a processor`)
      if (reply.status === 200) made += 2
      else {
        t.equal(reply.status, 422, what)
        t.match(reply.json, { error: { type: 'generation_error', code: 'render_failed', message: /^documents\.1: / } })
      }
    }
    const { documents } = await service.store.reader.readUsage(service.organization.id)
    t.equal(documents.used, before.documents.used + made)
  })
})
