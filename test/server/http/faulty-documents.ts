import type { NewTemplateVersion } from '../../../server/storage/store.js'

/** Part of every value that documents are made of here. Places count it in no form: no letter case, no number. */
export const MARKER = /MARKER|marker|4711471147|U\+1090|\u{10900}/u

interface FaultyDocument extends Partial<NewTemplateVersion> {
  readonly name: string
  readonly html: string
  readonly data: object
}

const INVOICE_XML =
  '<rsm:CrossIndustryInvoice xmlns:rsm="urn:un:unece:uncefact:data:standard:CrossIndustryInvoice:100"><MARKER/></rsm:CrossIndustryInvoice>'

/** Documents that lose something, or are not made, because of their data. */
export const FAULTY: readonly FaultyDocument[] = [
  {
    name: 'an IBAN that is none',
    html: '<platen-qr preset="epc" name="{{name}}" iban="{{iban}}" amount="1"></platen-qr>',
    data: { name: 'MARKER', iban: 'MARKER' },
  },
  {
    name: 'an amount that is none',
    html: '<platen-qr preset="epc" name="a" iban="DE89370400440532013000" amount="{{amount}}"></platen-qr>',
    data: { amount: 'MARKER' },
  },
  {
    name: 'a Swiss bill',
    html: '<platen-qr preset="swiss-bill" iban="CH9300762011623852957" name="{{name}}" postcode="1" town="x" reference="{{reference}}"></platen-qr>',
    data: { name: 'MARKER', reference: 'MARKER' },
  },
  {
    name: 'a barcode of another kind',
    html: '<platen-barcode type="{{type}}" value="{{value}}"></platen-barcode>',
    data: { type: 'MARKER', value: 'MARKER' },
  },
  {
    name: 'a barcode that cannot hold its value',
    html: '<platen-barcode type="ean13" value="{{value}}"></platen-barcode>',
    data: { value: 'MARKER' },
  },
  { name: 'a currency of a text', html: '{{sum | currency "EUR"}}', data: { sum: 'MARKER' } },
  { name: 'an argument', html: '{{1 | currency code}}', data: { code: 'MARKER' } },
  { name: 'a pattern', html: '{{day | date pattern}}', data: { day: '2026-01-31', pattern: 'MARKER dddd' } },
  { name: 'a date that is none', html: '{{day | date}}', data: { day: 'MARKER' } },
  { name: 'a calculation', html: '{{(a * 2) | number "0"}}', data: { a: 'MARKER' } },
  { name: 'a division', html: '{{a / b}}', data: { a: 4711471147, b: 0 } },
  { name: 'a loop over a text', html: '{{#each items}}x{{/each}}', data: { items: 'MARKER' } },
  { name: 'a field that is like another one', html: '{{markes}}', data: { MARKER: 'MARKER', marker: 1 } },
  { name: 'a list without a field', html: '{{items | sum "markes"}}', data: { items: [{ marker: 'MARKER' }] } },
  { name: 'a sum of texts', html: '{{items | sum}}', data: { items: ['MARKER'] } },
  { name: 'values that do not compare', html: '{{items | max}}', data: { items: ['MARKER', 1, { MARKER: 1 }] } },
  { name: 'an image that is missing', html: '<img src="{{logo}}" alt="">', data: { logo: 'MARKER.png' } },
  {
    name: 'an image that is damaged',
    html: '<img src="{{logo}}" alt="">',
    data: { logo: `data:image/png;base64,${Buffer.from('MARKER').toString('base64')}MARKER` },
  },
  {
    name: 'a drawing with what is not shown',
    html: '<img src="{{logo}}" alt="">',
    data: {
      logo: `data:image/svg+xml,${encodeURIComponent('<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"><filter id="f"><feTurbulence result="MARKER"/></filter><rect width="9" height="9" filter="url(#f)"/><use href="#MARKER"/><marker filter="url(#MARKER)"/></svg>')}`,
    },
  },
  { name: 'a colour that is none', html: '<p style="color: {{color}}">x', data: { color: 'MARKER' } },
  {
    name: 'a sheet with a value',
    html: '<style>p { color: {{color}}; background: url({{logo}}) }</style><p>x',
    data: { color: 'MARKER', logo: 'MARKER.png' },
  },
  {
    name: 'markup with elements that are none',
    html: '{{{html}}}',
    data: { html: '<marker onclick="MARKER">x<video>' },
  },
  { name: 'characters without a glyph', html: '<p>{{text}}', data: { text: '\u{10900}' } },
  { name: 'a language that is none', html: '<p lang="{{lang}}">{{1 | number "0"}}', data: { lang: 'MARKER!' } },
  {
    name: 'a text that is cut off',
    html: '<p style="white-space: nowrap; font-size: 90px">{{text}}',
    data: { text: 'MARKER'.repeat(20) },
  },
  {
    name: 'a reference to nowhere',
    html: '<style>a::after { content: target-counter(attr(href), page) }</style><a href="#{{id}}">x</a>',
    data: { id: 'MARKER' },
  },
  {
    name: 'XML that is no invoice',
    html: '<title>x</title>x',
    settings: '{"facturX":{"xml":"{{xml}}"}}',
    data: { xml: INVOICE_XML },
  },
  {
    name: 'XML that is none',
    html: '<title>x</title>x',
    settings: '{"facturX":{"xml":"{{xml}}"}}',
    data: { xml: '<MARKER></marker>' },
  },
  {
    name: 'an attachment that has no name of a file',
    html: 'x',
    settings: '{"attachments":[{"from":"{{files}}"}]}',
    data: {
      files: [
        { name: 'MARKER/MARKER', text: 'MARKER' },
        { name: 'a', text: '', mediaType: 'MARKER' },
      ],
    },
  },
  {
    name: 'two attachments of one name',
    html: 'x',
    settings: '{"attachments":[{"from":"{{files}}"}]}',
    data: {
      files: [
        { name: 'MARKER.txt', text: 'MARKER' },
        { name: 'MARKER.txt', text: 'MARKER' },
      ],
    },
  },
]
