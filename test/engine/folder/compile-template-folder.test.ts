import { rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import t from 'tap'
import { compileTemplateFolder } from '../../../engine/folder/compile-template-folder.js'
import { createFontLibrary, renderDocument } from '../../../engine/index.js'

const fonts = createFontLibrary()

t.test('a template folder is compiled with all that is in it', async (t) => {
  const folder = t.testdir({
    'template.html': '<link rel="stylesheet" href="style.css">{{> head}}<p>{{nmae}}</p>',
    'style.css': 'p { colour: red }',
    partials: { 'head.html': '<h1>{{name}}</h1>' },
    'template.json': '{ "name": "Letter", "pageSize": "a5", "orientation": "landscape" }',
    'schema.json': '{ "type": "object", "properties": { "name": { "type": "string" } } }',
    'sample.json': '{ "name": "Ada" }',
  })
  const { template, sample, source } = compileTemplateFolder(folder, { fonts })
  t.strictSame(sample, { name: 'Ada' })
  t.equal(source.pageSize, 'a5')
  t.strictSame(
    template.diagnostics.map(({ code, span }) => [code, span?.file]),
    [
      ['unmatched-placeholder', 'template.html'],
      ['unknown-property', 'style.css'],
    ],
  )
  t.equal(renderDocument(template, sample ?? {}).pages, 1)
})

t.test('a folder whose settings ask for it has a mapping to an invoice', async (t) => {
  const files = { 'template.html': '<p>x</p>', 'factur-x.json': '{ "BT-1": "number" }' }
  t.equal(compileTemplateFolder(t.testdir(files), { fonts }).facturX, undefined)
  const folder = t.testdir({ ...files, 'template.json': '{ "facturX": "EN 16931" }' })
  t.ok(compileTemplateFolder(folder, { fonts }).facturX?.mapping.terms.has('BT-1'))
  writeFileSync(join(folder, 'factur-x.json'), '{ "BT-1": "" }')
  t.throws(() => compileTemplateFolder(folder, { fonts }), { message: /^factur-x\.json:1:3: "" is not an expression/ })
  rmSync(join(folder, 'factur-x.json'))
  t.throws(() => compileTemplateFolder(folder, { fonts }), { message: /needs a mapping, factur-x\.json/ })
  writeFileSync(join(folder, 'template.json'), '{ "facturX": "COMFORT" }')
  t.throws(() => compileTemplateFolder(folder, { fonts }), {
    message: /^template\.json:1:1: facturX must be one of MINIMUM, /,
  })
})

t.test('a file alone is enough', async (t) => {
  const folder = t.testdir({ 'template.html': '<p>x</p>' })
  t.equal(compileTemplateFolder(folder, { fonts }).sample, undefined)
})

t.test('the settings may ask for a form', async (t) => {
  const folder = t.testdir({ 'template.html': '<input name=a title=A>', 'template.json': '{ "forms": true }' })
  t.equal(compileTemplateFolder(folder, { fonts }).template.forms, true)
  writeFileSync(join(folder, 'template.json'), '{ "forms": "yes" }')
  t.throws(() => compileTemplateFolder(folder, { fonts }), new TypeError('platen: forms must be true or false'))
})

t.test('what is missing or no JSON is named', async (t) => {
  t.throws(() => compileTemplateFolder('no/where', { fonts }), {
    code: 'missing-file',
    message: 'there is no file template.html in the folder "no/where"',
  })
  const folder = t.testdir({ 'template.html': '<p>x</p>', 'sample.json': '{\n  "name": x }' })
  t.throws(() => compileTemplateFolder(folder, { fonts }), { code: 'invalid-json', message: /^sample\.json:\d+:\d+: / })
  writeFileSync(join(folder, 'sample.json'), '[]')
  t.throws(() => compileTemplateFolder(folder, { fonts }), { message: 'sample.json:1:1: expected an object' })
  writeFileSync(join(folder, 'sample.json'), '{}')
  writeFileSync(join(folder, 'template.json'), '{ "pageSize": "a9" }')
  t.throws(() => compileTemplateFolder(folder, { fonts }), { message: /pageSize must be one of/ })
})

t.test('nothing outside of the folder is read', async (t) => {
  const outside = t.testdir({ 'secret.html': 'secret', inside: { 'template.html': '{{> secret}}' } })
  symlinkSync(join(outside, 'secret.html'), join(outside, 'inside/secret.html'))
  t.throws(() => compileTemplateFolder(join(outside, 'inside'), { fonts }), { code: 'missing-partial' })
})
