import { strFromU8, unzipSync } from 'fflate'
import t, { type Test } from 'tap'
import { exampleData } from '../../../server/dashboard/studio/example-data.js'
import { Presence } from '../../../server/dashboard/studio/presence.js'
import { addField, changeField, readFields, removeField } from '../../../server/dashboard/studio/schema-fields.js'
import { readUploadedTemplate } from '../../../server/templates/uploaded-template.js'
import { readPng } from '../../engine/page-images/read-picture.js'
import { startService } from '../service.js'
import { newVisitor, type Visitor } from './visitor.js'

const TEXTS = {
  name: 'Invoice',
  html: '<p>Hello {{name}}</p>',
  pageSize: 'a5',
  orientation: 'portrait',
  profile: 'browser',
  settings: '{"forms":true}',
  schema: '',
  sampleName: 'Short',
  sampleData: '{"name":"Ada"}',
  revision: '0',
}

const PREVIEW = {
  html: '<p style="colour: red">Hello {{name}}</p>',
  pageSize: 'a4',
  orientation: 'portrait',
  profile: 'print',
  schema: '',
  data: '{"name":"Ada"}',
  files: '[]',
  edits: '[]',
  tab: '1',
}

const JSON_ONLY = { accept: 'application/json' }

/** Reads an answer as the studio's script does. */
function readFrame(bytes: Uint8Array): { readonly head: Record<string, unknown>; readonly pdf: Uint8Array } {
  const length = new DataView(bytes.buffer, bytes.byteOffset).getUint32(0)
  return { head: JSON.parse(Buffer.from(bytes.subarray(4, 4 + length)).toString()), pdf: bytes.subarray(4 + length) }
}

t.test('the studio', async (t) => {
  const service = await startService(t, { engine: true })
  const { organization } = service
  await service.addTemplate('invoice', '<p>published {{name}}</p>', { sample: '{"name":"Eve"}' })
  const editor = await newVisitor(service, 'editor')
  const base = `/dashboard/${organization.slug}/templates/invoice`

  await t.test('is a form that works without scripts', async (t) => {
    const page = await editor.get(base)
    t.equal(page.status, 200)
    t.match(page.text, /<textarea id="f-html"[^>]*>\n&lt;p&gt;published \{\{name\}\}&lt;\/p&gt;<\/textarea>/)
    t.match(page.text, 'As published, version 1')
    const policy = page.headers['content-security-policy'] ?? ''
    t.match(policy, "worker-src 'self'")
    t.notMatch(policy, /unsafe|\*|https?:/)
    const saved = await editor.post(base, TEXTS)
    t.equal(saved.status, 303)
    const after = (await editor.get(base)).text
    t.match(after, 'Draft, saved')
    t.match(after, /<option value="browser" selected/)
    t.match(after, /<textarea id="f-settings"[^>]*>\n\{&quot;forms&quot;:true\}<\/textarea>/)
    const pdf = await editor.get(`${base}/draft.pdf`)
    t.equal(pdf.headers['content-type'], 'application/pdf')
    t.equal(Buffer.from(pdf.bytes.subarray(0, 5)).toString(), '%PDF-')
  })

  await t.test('tells an editor of what another has saved meanwhile', async (t) => {
    const late = await editor.post(base, { ...TEXTS, html: '<p>late' })
    t.equal(late.status, 409)
    t.match(late.text, editor.email)
    const live = await editor.post(base, { ...TEXTS, live: '1' }, JSON_ONLY)
    t.match(JSON.parse(live.text), { kind: 'conflict', revision: 1, updatedBy: editor.email })
    const right = await editor.post(base, { ...TEXTS, live: '1', revision: '1' }, JSON_ONLY)
    t.match(JSON.parse(right.text), { kind: 'saved', revision: 2, state: 'Draft, saved' })
  })

  await t.test('says of a draft whether it is published, wherever that was done', async (t) => {
    await service.addTemplate('stated', '<html lang="en"><title>x</title>first', { sample: '{}' })
    const base = `/dashboard/${organization.slug}/templates/stated`
    const texts = { ...TEXTS, sampleData: '{}', settings: '' }
    const state = async () => JSON.parse((await editor.get(`${base}/editors?window=a`, JSON_ONLY)).text).state
    const shown = async () => /id="studio-state"[^>]*>([^<]*)</.exec((await editor.get(base)).text)?.[1]
    const save = async (revision: number, html: string) => {
      const fields = {
        ...texts,
        html: `<html lang="en"><title>x</title>${html}`,
        live: '1',
        revision: String(revision),
      }
      return JSON.parse((await editor.post(base, fields, JSON_ONLY)).text).state
    }
    t.equal(await state(), 'As published, version 1')
    t.notMatch((await editor.get(`${base}/publish`)).text, 'compare-', 'there are no pages to compare')
    t.equal(await save(0, 'second'), 'Draft, saved')
    t.equal((await editor.post(`${base}/publish`, { note: 'x', revision: '1', expected: '1' })).status, 303)
    t.equal(await state(), 'Published as version 2')
    t.equal(await shown(), 'Published as version 2')
    t.equal(await save(1, 'third'), 'Draft, saved')
    t.equal(await save(2, 'second'), 'Published as version 2', 'as it was')
    t.equal((await editor.post(`${base}/versions/1/restore`, {})).status, 303)
    t.equal(await state(), 'Draft of version 2; version 3 was published since')
    t.equal(await shown(), 'Draft of version 2; version 3 was published since')
    t.equal((await editor.post(`${base}/versions/2/restore`, {})).status, 303)
    t.equal(await state(), 'Published as version 4', 'restored as it is in the draft')
    t.notMatch((await editor.get(`${base}/publish`)).text, 'takes back what is new')
    await service.addTemplate('stated', '<html lang="en"><title>x</title>pushed', { sample: '{}' })
    t.equal(await state(), 'Draft of version 2; version 5 was published since')
  })

  await t.test('does not save over a version that was published after the studio was opened', async (t) => {
    await service.addTemplate('pushed', '<p>first', { sample: '{}' })
    await service.addTemplate('pushed', '<p>second', { sample: '{}' })
    const base = `/dashboard/${organization.slug}/templates/pushed`
    t.equal((await editor.post(base, { ...TEXTS, base: '1' })).status, 409)
    t.equal((await editor.post(base, { ...TEXTS, base: '1', live: '1' }, JSON_ONLY)).status, 409)
    const files = (version: string) => {
      const form = removal('0')
      form.set('base', version)
      form.set('dropped', '1')
      return editor.upload(`${base}/files`, form)
    }
    t.equal((await files('1')).status, 409, 'nor takes files away from it')
    const { text } = await editor.get(base)
    t.equal(text.match(/name="revision" value="0"><input type="hidden" name="base" value="2"/g)?.length, 2)
    t.equal((await files('2')).status, 200)
    await service.addTemplate('pushed', '<p>third', { sample: '{}' })
    t.equal((await editor.post(base, { ...TEXTS, base: '2', revision: '1' })).status, 303, 'a draft has its own base')
  })

  await t.test('tells each window who else has the draft open, and what was saved of it last', async (t) => {
    const other = await newVisitor(service, 'viewer')
    const ask = async (visitor: Visitor, window: string) =>
      JSON.parse((await visitor.get(`${base}/editors?window=${window}`, JSON_ONLY)).text)
    t.same((await ask(editor, 'a')).editors, [])
    t.same((await ask(other, 'b')).editors, [editor.email])
    const known = await ask(editor, 'a')
    t.same(known.editors, [other.email])
    const draft = await service.store.reader.findDraft(organization.id, 'invoice')
    t.match(known, { revision: draft?.revision, updatedBy: editor.email })
  })

  await t.test('answers a preview with the file, its map and its problems', async (t) => {
    const { head, pdf } = readFrame((await editor.post(`${base}/preview`, PREVIEW)).bytes)
    t.match(head, { kind: 'previewed', pages: 1, diagnostics: [{ code: 'unknown-property' }] })
    t.equal(Buffer.from(pdf.subarray(0, 5)).toString(), '%PDF-')
    const broken = readFrame((await editor.post(`${base}/preview`, { ...PREVIEW, html: '{{#if a}}' })).bytes)
    t.match(broken.head, { kind: 'broken', diagnostics: [{ span: { line: 1 } }] })
    const styled = {
      ...PREVIEW,
      html: '<link rel="stylesheet" href="a.css"><p>a',
      edits: '[["a.css","p { colour: red }"]]',
    }
    const edited = readFrame((await editor.post(`${base}/preview`, styled)).bytes)
    t.match(edited.head, { diagnostics: [{ code: 'unknown-property', span: { file: 'a.css' } }] })
  })

  await t.test('refuses what is no draft', async (t) => {
    for (const fields of [
      { ...PREVIEW, edits: '[["schema.json",""]]' },
      { ...PREVIEW, edits: '[["a.css"]]' },
      { ...PREVIEW, files: '{' },
      { ...PREVIEW, files: '[["template.html","x"]]' },
    ]) {
      t.equal((await editor.post(`${base}/preview`, fields)).status, 400)
    }
    t.equal((await editor.post(base, { ...TEXTS, pageSize: 'huge', revision: '2' })).status, 400)
    t.equal((await editor.post(base, { ...TEXTS, edits: '[["../a.css",""]]', revision: '2' })).status, 400)
    t.equal((await editor.get(`/dashboard/${organization.slug}/templates/none`)).status, 404)
  })

  await t.test('shows the name that the document would be saved under', async (t) => {
    const named = (fileName: string) => ({ ...PREVIEW, settings: JSON.stringify({ fileName }) })
    const { head } = readFrame((await editor.post(`${base}/preview`, named('{{name}}/letter'))).bytes)
    t.match(head, { fileName: 'Ada-letter.pdf' })
    const wrong = readFrame((await editor.post(`${base}/preview`, named('{{nme}}'))).bytes)
    t.match(wrong.head, { diagnostics: [{ code: 'unmatched-placeholder', span: { file: 'fileName' } }] })
    await service.addTemplate('named', '<p>{{name}}', {
      sample: '{"name":"Eve"}',
      settings: '{"fileName":"for-{{name}}"}',
    })
    const pdf = await editor.get(`/dashboard/${organization.slug}/templates/named/draft.pdf`)
    t.equal(pdf.headers['content-disposition'], 'inline; filename="for-Eve.pdf"')
  })

  await t.test('gives the list of templates a picture that browsers keep, where there is one', async (t) => {
    const thumbnail = (path: string) =>
      editor.get(`/dashboard/${organization.slug}/templates/${path}/versions/1/thumbnail.png`)
    const there = await thumbnail('named')
    t.equal(there.status, 200)
    t.equal(there.headers['cache-control'], 'private, max-age=86400')
    t.match(readPng(there.bytes), { width: 400 })
    await service.addTemplate('long', '{{#each rows}}<p style="break-after: page">{{this}}</p>{{/each}}', {
      sample: JSON.stringify({ rows: Array.from({ length: 40 }, (_, row) => row) }),
    })
    t.equal((await thumbnail('long')).status, 200)
    await service.addTemplate('without-picture', '<p>{{name}}', { sample: '{' })
    const none = await thumbnail('without-picture')
    t.equal(none.status, 204)
    t.equal(none.headers['cache-control'], 'no-store')
  })

  await t.test('gives a picture of each sample that a template can begin with', async (t) => {
    const samples = `/dashboard/${organization.slug}/templates/new`
    const page = (await editor.get(samples)).text
    const pictures = [...page.matchAll(/data-picture="([^"]+thumbnail\.png)"/g)].map(([, address = '']) => address)
    t.ok(pictures.includes(`${samples}/samples/letter/thumbnail.png`))
    t.equal(pictures.length, page.match(/name="sample"/g)?.length)
    t.match(page, 'Business letter', 'samples have the names of their templates')
    const picture = await editor.get(`${samples}/samples/letter/thumbnail.png`)
    t.equal(picture.status, 200)
    t.equal(picture.headers['cache-control'], 'private, max-age=86400')
    t.match(readPng(picture.bytes), { width: 400 })
    t.equal((await editor.get(`${samples}/samples/../thumbnail.png`)).status, 404)
    t.equal((await editor.get(`${samples}/samples/%2e%2e%2fletter/thumbnail.png`)).status, 404)
  })

  await t.test('includes the partials that the organization shares', async (t) => {
    const { store } = service
    const save = (name: string, html: string) => store.savePartial({ organizationId: organization.id, name, html })
    await save('header', '<h1>{{> mark}}</h1>')
    await save('mark', '\n<i style="colour: red">{{name}}</i>')
    await save('others', 'never shown')
    const foreign = await store.createOrganization({ slug: 'partials-of-others', name: 'Others', plan: 'pro' })
    await store.savePartial({ organizationId: foreign.id, name: 'secret', html: 'theirs' })
    const html = '<html lang="en"><title>x</title>{{> header}}'
    const { head } = readFrame((await editor.post(`${base}/preview`, { ...PREVIEW, html })).bytes)
    t.match(head, {
      kind: 'previewed',
      diagnostics: [
        {
          code: 'unknown-property',
          message:
            /included by \{\{> mark\}\} at shared\/header\.html:1:5\) \(included by \{\{> header\}\} at template\.html:1:33\)/,
          span: { file: 'shared/mark.html', line: 2 },
        },
      ],
    })
    const missing = readFrame((await editor.post(`${base}/preview`, { ...PREVIEW, html: '{{> secret}}' })).bytes)
    t.match(missing.head, { kind: 'broken', diagnostics: [{ code: 'missing-partial' }] })

    await service.addTemplate('partials', html, { sample: '{"name":"Eve"}' })
    const address = `/dashboard/${organization.slug}/templates/partials`
    const [, json = ''] = /data-state="([^"]*)"/.exec((await editor.get(address)).text) ?? []
    t.match(JSON.parse(json.replaceAll('&quot;', '"').replaceAll('&lt;', '<').replaceAll('&gt;', '>')), {
      partials: { names: ['header', 'mark', 'others'], texts: [['header'], ['mark']] },
    })
    await save('mark', 'new')
    const pdf = async (path: string) => Buffer.from((await editor.get(`${address}/${path}`)).bytes)
    t.equal((await pdf('versions/1/document.pdf')).subarray(0, 5).toString(), '%PDF-')
    const compared = (await editor.get(`${address}/compare?from=1&to=draft`)).text
    t.match(compared, 'shared/mark.html', 'what has changed since the version was published')
    t.notMatch(compared, 'shared/header.html')
  })

  await t.test('escapes what a draft says of itself', async (t) => {
    await service.addTemplate('hostile', '</textarea><script>alert(1)</script>', {
      name: '"><img src=x>',
      sample: '{"a":"</textarea><b>"}',
      assets: new Map([['a"><b>.css', Buffer.from('</textarea>')]]),
    })
    const { text } = await editor.get(`/dashboard/${organization.slug}/templates/hostile`)
    t.notMatch(text, /<script>alert|<img src=x|<b>/)
  })

  await t.test('takes files, and gives none of another organization', (t) => takeFiles(t, editor, base))

  await t.test('lists what has changed and nothing else before it is published', async (t) => {
    const only = `/dashboard/${organization.slug}/templates/only`
    await service.addTemplate('only', '<p>before', { name: 'Only' })
    const texts = {
      ...TEXTS,
      name: 'Only',
      html: '<p>after',
      pageSize: 'a4',
      profile: 'print',
      settings: '',
      sampleData: '',
    }
    t.equal((await editor.post(only, texts)).status, 303)
    const page = (await editor.get(`${only}/publish`)).text
    t.same(page.match(/Changes of [\w.]+/g), ['Changes of template.html'])
    t.match(page, /id="compare-pages" data-before="[^"]+versions\/1\/document.pdf" data-after="[^"]+draft.pdf"/)
    t.equal((await editor.post(`${only}/discard`, {})).status, 303)
    t.notMatch((await editor.get(`${only}/publish`)).text, 'compare-pages', 'nothing has changed')
  })

  await t.test('gives drafts and versions as folders that can be pushed', async (t) => {
    const path = `/dashboard/${organization.slug}/templates/folder`
    const assets = new Map([['partials/row.html', Buffer.from('<tr>')]])
    await service.addTemplate('folder', '<p>{{a}}', { name: 'Folder', sample: '{"a":1}', schema: '{}', assets })
    const viewer = await newVisitor(service, 'viewer')
    const { bytes, headers } = await viewer.get(`${path}/versions/1/template.zip`)
    t.match(headers, { 'content-type': 'application/zip', 'content-disposition': 'attachment; filename="folder.zip"' })
    const content = await readUploadedTemplate([{ name: 'folder.zip', bytes }], 'x')
    t.match(content, { name: 'Folder', html: '<p>{{a}}', sample: '{"a":1}', schema: '{}', pageSize: 'a4' })
    t.same([...content.assets.keys()], ['partials/row.html'])
    const { text } = await editor.get(path)
    const texts = {
      ...TEXTS,
      name: 'Folder',
      html: '<p>draft',
      revision: /name="revision" value="(\d+)"/.exec(text)?.[1] ?? '',
    }
    t.equal((await editor.post(path, texts)).status, 303)
    const files = unzipSync((await viewer.get(`${path}/draft.zip`)).bytes)
    t.equal(strFromU8(files['folder/template.html'] ?? new Uint8Array()), '<p>draft')
    const note = JSON.parse(strFromU8(files['folder/.platen.json'] ?? new Uint8Array()))
    t.match(note, { version: 1, template: /^tpl_/, files: { 'template.html': /^[0-9a-f]{64}$/ } })
    t.equal((await viewer.get(`${path}/versions/2/template.zip`)).status, 404)
  })

  await t.test('publishes with a note, compares and restores', async (t) => {
    const page = await editor.get(`${base}/publish`)
    t.match(page.text, 'Publish version 2')
    t.match(page.text, 'renders')
    const revision = /name="revision" value="(\d+)"/.exec(page.text)?.[1] ?? ''
    const fields = { note: 'Greets by name', revision, expected: '1' }
    t.equal((await editor.post(`${base}/publish`, { ...fields, revision: '1' })).status, 409, 'another draft')
    t.equal((await editor.post(`${base}/publish`, { ...fields, note: '' })).status, 409)
    t.equal((await editor.post(`${base}/publish`, fields)).status, 303)
    const versions = await editor.get(`${base}/versions`)
    t.match(versions.text, 'Greets by name')
    const compared = await editor.get(`${base}/compare?from=1&to=2`)
    t.match(compared.text, /class="removed"[\s\S]*published[\s\S]*class="added"[\s\S]*Hello/)
    t.equal((await editor.get(`${base}/versions/1/document.pdf`)).headers['content-type'], 'application/pdf')
    t.equal((await editor.post(`${base}/versions/1/restore`, {})).status, 303)
    t.match((await editor.get(`${base}/versions`)).text, /Version 1 restored/)
    t.match((await editor.get(base)).text, 'version 3 was published since')
    t.equal((await editor.post(`${base}/discard`, {})).status, 303)
    t.match((await editor.get(base)).text, 'As published, version 3')
  })

  await t.test('lets viewers look and nothing else, and strangers not even that', async (t) => {
    const viewer = await newVisitor(service, 'viewer')
    t.equal((await viewer.get(base)).status, 200)
    t.equal((await viewer.post(base, { ...TEXTS, revision: '0' })).status, 403)
    t.equal((await viewer.post(`${base}/discard`, {})).status, 403)
    const other = await newVisitor(await startService(t, { engine: true }), 'owner')
    t.equal((await other.get(base)).status, 404)
    t.equal((await other.post(`${base}/preview`, PREVIEW)).status, 404)
  })
})

/** Files that a studio takes and removes again, from the second revision of its draft on. */
async function takeFiles(t: Test, editor: Visitor, base: string): Promise<void> {
  const form = new FormData()
  form.set('revision', '2')
  form.append('files', new Blob(['p { color: red }']), 'look.css')
  t.equal((await editor.upload(`${base}/files`, form)).status, 303)
  t.match((await editor.get(base)).text, 'look.css')
  const bad = new FormData()
  bad.set('revision', '3')
  bad.append('files', new Blob(['x']), 'run.exe')
  t.equal((await editor.upload(`${base}/files`, bad)).status, 400)
  bad.set('dropped', '1')
  const refused = await editor.upload(`${base}/files`, bad)
  t.match(refused, { status: 400, text: /run\.exe is neither a style sheet/ }, 'also when there is nothing else')
  bad.append('files', new Blob(['p {}']), 'look.css')
  t.equal((await editor.upload(`${base}/files`, bad)).status, 200, 'the rest of a folder is taken')
  t.equal((await editor.upload(`${base}/files`, bad)).status, 409, 'the draft was changed meanwhile')
  t.equal((await editor.upload(`${base}/files`, removal('4'))).status, 303)
  t.notMatch((await editor.get(base)).text, 'look.css')
}

function removal(revision: string): FormData {
  const form = new FormData()
  form.set('revision', revision)
  form.set('remove', 'look.css')
  return form
}

t.test('data for a template come from the examples of its schema', async (t) => {
  const make = (schema: unknown) => JSON.parse(exampleData(JSON.stringify(schema)) ?? 'null')
  const text = { type: 'string' }
  t.same(
    make({
      properties: {
        named: { type: 'string', examples: ['Ada', 'Eve'] },
        paid: { type: 'boolean', default: false },
        currency: { enum: ['EUR', 'USD'] },
        kind: { const: 'invoice' },
        due: { type: 'string', format: 'date' },
        count: { type: ['integer', 'null'], minimum: 3 },
        note: { ...text, title: 'Note' },
        items: { type: 'array', items: { $ref: '#/$defs/item' } },
        both: { allOf: [{ properties: { a: text } }, { properties: { b: { type: 'null' } } }] },
        one: { oneOf: [{ type: 'number' }, text] },
        any: {},
      },
      $defs: { item: { type: 'object', properties: { text, 'a/b': { $ref: '#/$defs/x~1y' } } }, 'x/y': { default: 7 } },
    }),
    {
      named: 'Ada',
      paid: false,
      currency: 'EUR',
      kind: 'invoice',
      due: '2026-01-31',
      count: 3,
      note: 'Note',
      items: [{ text: 'text', 'a/b': 7 }],
      both: { a: 'text', b: null },
      one: 1,
    },
  )
  t.same(make({ examples: [{ a: 1 }], properties: { a: text } }), { a: 1 })
  for (const schema of ['', '{', '[]', 'true', '{}', '{"type":"string"}'])
    t.equal(exampleData(schema), undefined, schema)
  const tree = {
    $ref: '#/$defs/t',
    $defs: { t: { properties: { a: { $ref: '#/$defs/t' }, b: { $ref: '#/$defs/t' } } } },
  }
  t.ok(JSON.stringify(make(tree)).length < 10_000, 'one that refers to itself ends')
  t.same(make({ properties: { __proto__: text, a: { $ref: 'https://a.example' }, b: { $ref: '#/nowhere' } } }), null)

  const service = await startService(t, { engine: true })
  const schema = '{"properties":{"name":{"type":"string","examples":["Grace"]}}}'
  await service.addTemplate('bare', '<html lang="en"><title>x</title><p>{{name}}', { schema })
  const editor = await newVisitor(service, 'editor')
  const base = `/dashboard/${service.organization.slug}/templates/bare`
  const page = (await editor.get(base)).text
  t.match(page, /name="sampleName" value="From the schema"[\s\S]*&quot;name&quot;: &quot;Grace&quot;/)
  t.match((await editor.get(`${base}/publish`)).text, 'From the schema')
})

t.test('windows count as open while they are heard of', (t) => {
  let now = 0
  const presence = new Presence(() => now)
  t.same(presence.note('draft', 'one', 'ada@example.com'), [])
  now = 19_000
  t.same(presence.note('draft', 'two', 'grace@example.com'), ['ada@example.com'])
  t.same(presence.note('another draft', 'three', 'eve@example.com'), [])
  now = 38_000
  t.same(presence.note('draft', 'two', 'grace@example.com'), [], 'the first was closed')
  for (let window = 0; window < 100; window++) presence.note('draft', `of a flood ${window}`, `${window}@example.com`)
  t.equal(presence.note('draft', 'two', 'grace@example.com').length, 49, 'no more are remembered than anybody reads')
  t.end()
})

t.test('a schema as a table of fields', (t) => {
  const schema = JSON.stringify({
    type: 'object',
    required: ['number'],
    properties: {
      number: { type: 'string', description: 'As printed', examples: ['2026-1'], maxLength: 9 },
      items: { type: 'array', items: { type: 'object', properties: { price: { type: 'number', default: 1 } } } },
      note: { type: ['string', 'null'] },
    },
  })
  const rows = (text: string) =>
    readFields(text)?.map(({ path, type, isRequired, description, example }) =>
      [path, type ?? '-', isRequired ? 'required' : '', description, example].join('|'),
    )
  t.same(rows(schema), [
    'number|string|required|As printed|"2026-1"',
    'items|array|||',
    'items[].price|number|||1',
    'note|-|||',
  ])
  const [number, , price] = readFields(schema) ?? []
  if (!number || !price) throw new Error('the schema has fields')
  const changed = changeField(schema, price, { isRequired: true, description: 'Without tax', type: 'integer' })
  t.equal(rows(changed)?.[2], 'items[].price|integer|required|Without tax|1')
  const optional = JSON.parse(changeField(schema, number, { isRequired: false, description: '' }))
  t.same(optional.required, undefined)
  t.same(optional.properties.number, { type: 'string', examples: ['2026-1'], maxLength: 9 }, 'all else stays')
  const removed = JSON.parse(removeField(schema, number))
  t.same([Object.keys(removed.properties), removed.required], [['items', 'note'], undefined])
  t.same(rows(addField(schema, 'items[].tax.rate', 'number')), [
    'number|string|required|As printed|"2026-1"',
    'items|array|||',
    'items[].price|number|||1',
    'items[].tax|object|||',
    'items[].tax.rate|number|||',
    'note|-|||',
  ])
  t.same(rows(addField('', 'tags[]', 'string')), ['tags|array|||'], 'a schema begins with its first field')
  t.throws(() => addField(schema, 'a..b', 'string'), /write a path such as/)
  t.throws(() => addField('{', 'a', 'string'), /not valid JSON/)
  t.equal(readFields('{'), undefined)
  t.equal(readFields('{"type":"array"}'), undefined)
  t.end()
})
