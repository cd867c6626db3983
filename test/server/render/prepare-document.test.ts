import t from 'tap'
import type { JsonObject } from '../../../engine/base/json.js'
import { type DocumentOptions, prepareSettings } from '../../../server/render/prepare-document.js'

const ASSETS = new Map([
  ['factur-x.json', Buffer.from('{"BT-1":"number"}')],
  ['terms/general.pdf', Buffer.from('%PDF-1.7')],
])

const prepare = (settings: object, standard?: 'pdf/a-3b') =>
  prepareSettings({ settings: JSON.stringify(settings), assets: ASSETS, standard: standard && [standard] })

const optionsOf = (settings: object, data: JsonObject): DocumentOptions => prepare(settings).options(data)

t.test('a template without settings asks for nothing', async (t) => {
  for (const settings of [undefined, '', ' \n', '{}']) {
    const prepared = prepareSettings({ settings, assets: ASSETS })
    t.match(prepared.options({}).encryption, undefined)
    t.same(prepared.options({}).attachments ?? [], [])
  }
  t.same(prepare({ forms: true, outputIntent: 'press.icc' }).source, { forms: true, outputIntent: 'press.icc' })
})

t.test('passwords are where the settings say, and never in a message', async (t) => {
  const encryption = { userPassword: '{{customer.pin}}', ownerPassword: '{{ owner }}', permissions: ['print'] }
  const settings = { encryption }
  const data = { customer: { pin: 'open sesame' }, owner: 'close sesame' }
  t.same(optionsOf(settings, data).encryption, {
    userPassword: 'open sesame',
    ownerPassword: 'close sesame',
    permissions: ['print'],
  })
  t.equal(prepare(settings).options(data, 'without-passwords').encryption, undefined)
  const refused = (wrong: JsonObject, message: string) =>
    t.throws(() => optionsOf(settings, wrong), { code: 'invalid-settings', message: `template.json:1:1: ${message}` })
  refused({ owner: 'x' }, 'the data must have a password, a text, at customer.pin')
  refused({ customer: { pin: '' }, owner: 'x' }, 'the data must have a password, a text, at customer.pin')
  refused({ customer: { pin: 1234 }, owner: 'x' }, 'the data must have a password, a text, at customer.pin')
  refused(
    { customer: JSON.parse('{"__proto__":{"pin":"x"}}'), owner: 'x' },
    'the data must have a password, a text, at customer.pin',
  )
  refused({ customer: { pin: 'same' }, owner: 'same' }, 'encryption must have two different passwords')
  refused(
    { customer: { pin: 'x'.repeat(128) }, owner: 'x' },
    'encryption.userPassword must be a text of 1 to 127 bytes in UTF-8, without control characters',
  )
})

t.test('files of the template and of the request are attached', async (t) => {
  const settings = {
    attachments: [
      { file: 'terms/general.pdf', relationship: 'Supplement', description: 'Our terms' },
      { from: '{{files}}' },
    ],
  }
  const own = {
    name: 'general.pdf',
    mediaType: 'application/pdf',
    relationship: 'Supplement',
    description: 'Our terms',
  }
  t.match(optionsOf(settings, {}).attachments, [own])
  const brought = [
    { name: 'a.csv', text: 'a;b', relationship: 'Data', modified: '2026-01-31T10:00:00Z' },
    { name: 'b.bin', base64: 'AAEC', mediaType: 'application/x-b' },
  ]
  const { attachments } = optionsOf(settings, { files: brought })
  t.match(attachments, [
    own,
    { name: 'a.csv', mediaType: 'text/csv', relationship: 'Data', modified: new Date('2026-01-31T10:00:00Z') },
    { name: 'b.bin', mediaType: 'application/x-b' },
  ])
  t.same(attachments?.map(({ data }) => Buffer.from(data).toString('hex')).slice(1), ['613b62', '000102'])
  const refused = (files: JsonObject['files'], message: string) =>
    t.throws(() => optionsOf(settings, { files }), { message: `template.json:1:1: ${message}` })
  refused('a.csv', 'the data must have a list of files, at files')
  refused(['a.csv'], 'the data must have an object { "name", "base64" } at files.0')
  refused([{ name: 'a.csv' }], 'the file at files.0 must have its content as "base64" or "text"')
  refused([{ name: 'a.csv', base64: '%%%%' }], 'the file at files.0 must have its content as "base64" or "text"')
  refused(
    [{ name: 'a.csv', base64: 'AAEC', text: 'a' }],
    'the file at files.0 must have its content as "base64" or "text"',
  )
  refused([{ name: '../a', text: '' }], 'attachments[1].name must be a file name, without folders')
  refused([{ name: 'general.pdf', text: '' }], 'attachments[1].name is also that of an attachment before it')
  refused(
    [{ name: 'a', text: '', relationship: 'Child' }],
    'attachments[1].relationship must be one of Alternative, Data, Source, Supplement, Unspecified',
  )
  refused(
    [{ name: 'a', text: '', size: 1 }],
    'attachments[1] has no member "size"; there are name, data, mediaType, relationship, description, modified',
  )
  refused([{ name: 'a', text: '', modified: 'now' }], 'attachments[1].modified must be a valid Date')
  refused([{ name: 'factur-x.xml', text: '' }], 'the attachment "factur-x.xml" has the name of the data of an invoice')
})

t.test('invoices are made by the mapping of the template, or of the XML of the request', async (t) => {
  t.ok(optionsOf({ facturX: 'EN 16931' }, {}).facturX?.mapping)
  const brought = { facturX: { xml: '{{xml}}', level: 'BASIC' } }
  t.same(optionsOf(brought, { xml: '<a/>' }).facturX, { xml: '<a/>', level: 'BASIC' })
  t.throws(() => optionsOf(brought, {}), { message: /the data must have the XML of the invoice, a text, at xml$/ })
  t.throws(() => prepareSettings({ settings: '{"facturX":"EN 16931"}', assets: new Map() }), {
    message: /facturX needs a mapping: there is no file factur-x\.json among those of the template$/,
  })
})

const WRONG: readonly (readonly [settings: string, message: string])[] = [
  ['{', 'template.json:1:2: this is not JSON: '],
  ['[]', 'template.json:1:1: the settings must be an object'],
  ['{\n  "forms": 1 }', 'template.json:2:3: "forms" must be true or false'],
  ['{"outputIntent":""}', 'template.json:1:2: "outputIntent" must be the path of an ICC profile'],
  [
    '{"facturX":"COMFORT"}',
    'template.json:1:2: "facturX" must be a level such as "EN 16931", with a mapping, or { "xml": ',
  ],
  ['{"facturX":{"xml":"{{x}}","level":"BASICS"}}', 'template.json:1:2: "facturX.level" must be one of MINIMUM, '],
  ['{"attachments":{}}', 'template.json:1:2: "attachments" must be a list of up to 100 objects'],
  ['{"attachments":[{}]}', 'template.json:1:2: "attachments[0].file" must be the path of a file of the template'],
  ['{"attachments":[{"file":"a","relation":"Data"}]}', 'template.json:1:2: "attachments[0]" has no member "relation"'],
  ['{"attachments":[{"file":"a.pdf"}]}', 'template.json:1:1: "attachments": there is no file a.pdf among those of '],
  ['{"encryption":{}}', 'template.json:1:2: "encryption" must have a userPassword, an ownerPassword, or both'],
  [
    '{"encryption":{"userPassword":"{{a}}","permissions":["prnt"]}}',
    'template.json:1:2: "encryption.permissions" must be one of print, ',
  ],
  [
    '{"facturX":{"xml":"{{x}}"},"encryption":{"userPassword":"{{a}}"}}',
    'template.json:1:1: encryption does not go with PDF/A and Factur-X',
  ],
]

t.test('wrong settings are told with their place', async (t) => {
  for (const [settings, message] of WRONG) {
    const error = t.throws(() => prepareSettings({ settings, assets: ASSETS }), settings) as Error
    t.equal(error.message.slice(0, message.length), message, settings)
  }
  const secret = () => prepare({ encryption: { userPassword: 'hunter2' } })
  t.throws(secret, { message: /"encryption\.userPassword" must say where it is in the data of requests/ })
  t.throws(secret, { message: /^(?!.*hunter2)/ }, 'what may be a password is not repeated')
  t.throws(() => prepare({ encryption: { userPassword: '{{a}}' } }, 'pdf/a-3b'), { message: /does not go with PDF\/A/ })
})
