import t from 'tap'
import { HOSTILE_DOCUMENTS, HOSTILE_FILES } from '../../engine/pdf-input/hostile-files.js'
import { ProcessWatch } from '../../hostile/over-http.js'
import { startService } from '../service.js'
import { newVisitor } from './visitor.js'

/** Of processor time, for a file that is shown as an image and inserted. */
const MOST_MS = 4_000

/** Bytes of a file: all of them are sent in one form. */
const LONGEST = 2_000_000

/** Those that are tried in a document, whose previews give way to all else on the machine; others are only uploaded. */
const SHOWN: readonly (readonly [what: string, answer: RegExp])[] = [
  ['a page that is its own parent', /^200 .*a page stands twice in its list of pages/],
  ['arrays in arrays', /^200 .*its values are nested more than 100 deep/],
  ['a table of billions', /^200 /],
  ['ten gigabytes of zeros in the content', /^422 .*unpacking it takes more than the \d+ bytes that are left/],
  ['operators without end', /^422 .*it takes more than \d+ values/],
  ['elements in each other', /^200 /],
]

t.test('hostile PDFs are uploaded, and a document tells why it is made without them', async (t) => {
  const service = await startService(t, { engine: true })
  const { store, organization } = service
  const editor = await newVisitor(service, 'editor')
  const files = [...HOSTILE_FILES, ...HOSTILE_DOCUMENTS]
    .map(([what, make], index) => ({ what, name: `${index}.pdf`, bytes: make() }))
    .filter(({ bytes }) => bytes.length < LONGEST)
  t.ok(files.length >= 40)
  const base = `/dashboard/${organization.slug}/templates`
  await editor.post(base, { path: 'letter', sample: 'blank' })
  const draft = await store.reader.findDraft(organization.id, 'letter')
  const place = { organizationId: organization.id, endpointPath: 'letter', revision: draft?.revision ?? 0 }
  const html = '<p>text<img src="{{file}}" alt=""><platen-pages src="{{file}}">'
  if (draft) t.match(await store.saveDraft(place, { ...draft, html }), { kind: 'saved' })
  const form = new FormData()
  form.set('revision', String(place.revision + 1))
  for (const { name, bytes } of files) form.append('files', new File([new Uint8Array(bytes)], name))
  t.equal((await editor.upload(`${base}/letter/files`, form)).status, 303)
  t.match((await editor.get(`${base}/letter`)).text, `${files.at(-1)?.name}`)

  for (const [what, expected] of SHOWN) {
    const data = JSON.stringify({ file: files.find((file) => file.what === what)?.name })
    const watch = new ProcessWatch(service.process.process.pid ?? 0)
    const { bytes } = await editor.post(`${base}/letter/use`, { data, mode: 'sync', live: '1' })
    const { processorMs } = watch.stop()
    t.ok(processorMs < MOST_MS, `${what}: ${processorMs} ms of a processor`)
    const { status, body, problems } = JSON.parse(bytes.subarray(4, 4 + bytes.readUInt32BE(0)).toString())
    const answer = `${status} ${[body ?? '', ...problems].join(' ').replace(/\s+/g, ' ')}`
    t.match(answer, expected, what)
    t.notMatch(answer, 'there is no', 'the file is there')
  }
})
