import type { JsonObject } from '../../../engine/base/json.js'
import { cssString } from '../../render/doors/css-text.js'
import { decodeHtml } from '../../render/doors/decode-html.js'
import { insertHtml } from '../../render/doors/insert-html.js'
import { literalHtml } from '../../render/doors/literal-html.js'
import { readMarginPage } from '../../render/doors/margin-page.js'
import { titleOf } from '../../render/doors/scan-html.js'
import type { SentForm } from './form.js'
import { FieldReader } from './form-fields.js'

/** A form as the body of a request for a document without a stored template, or everything that is wrong with it. */
export type SentDocument =
  | { readonly kind: 'document'; readonly body: JsonObject; readonly refusesLoss: boolean }
  | { readonly kind: 'faulty'; readonly faults: readonly string[] }

const PAPER_SIZES = {
  A3: ['297mm', '420mm'],
  A4: ['210mm', '297mm'],
  A5: ['148mm', '210mm'],
  B4: ['250mm', '353mm'],
  B5: ['176mm', '250mm'],
  Letter: ['8.5in', '11in'],
  Legal: ['8.5in', '14in'],
  Tabloid: ['11in', '17in'],
} as const

const DEFAULT_MARGIN = '0.39in'

/** The names that Gotenberg has for levels of PDF/A, and those of the standards here. */
const ARCHIVES: Readonly<Record<string, string>> = {
  'PDF/A-2b': 'pdf/a-2b',
  'PDF/A-2u': 'pdf/a-2u',
  'PDF/A-2a': 'pdf/a-2a',
  'PDF/A-3b': 'pdf/a-3b',
  'PDF/A-3u': 'pdf/a-3u',
  'PDF/A-3a': 'pdf/a-3a',
}

/** Turns a form into what it asks for. @param now the date in headers and footers */
export function sentDocument(form: SentForm, now: Date): SentDocument {
  const reader = new FieldReader(form)
  const index = reader.requireFile('index.html')
  const refusesLoss = reader.flag('failOnResourceLoadingFailed')
  const settings: Record<string, JsonObject[string]> = {
    ...printSettings(reader),
    ...standards(reader),
    ...(refusesLoss && { problems: 'refuse' }),
  }
  const data: Record<string, JsonObject[string]> = {}
  encrypt(reader, settings, data)
  attach(form, reader, settings, data)
  const metadata = reader.object('metadata') ?? {}
  const hasOutline = reader.flag('generateDocumentOutline', 'nativeBookmarks')
  if (reader.faults.length > 0 || !index) return { kind: 'faulty', faults: reader.faults }
  const html = page(form, decodeHtml(index) ?? '', { now, metadata, hasOutline })
  return { kind: 'document', body: { html, assets: assetsOf(form), settings, data }, refusesLoss }
}

/** How Chromium would be told to print. */
function printSettings(reader: FieldReader): JsonObject {
  const size = PAPER_SIZES[reader.word(keysOf(PAPER_SIZES), 'paperSize') ?? 'Letter']
  const sides = [reader.length('paperWidth') ?? size[0], reader.length('paperHeight') ?? size[1]]
  const margin = (side: string) => reader.length(`margin${side}`) ?? DEFAULT_MARGIN
  const printsBackground = reader.flag('printBackground')
  if (reader.flag('omitBackground') && !printsBackground)
    reader.faults.push('omitBackground requires printBackground set to true')
  const scale = reader.number('scale')
  const pages = reader.text('nativePageRanges', 'nativePages')
  return {
    profile: 'browser',
    media: reader.word(['screen', 'print'], 'emulatedMediaType') ?? 'print',
    backgrounds: printsBackground,
    paper: (reader.flag('landscape') ? sides.reverse() : sides).join(' '),
    margins: ['Top', 'Right', 'Bottom', 'Left'].map(margin).join(' '),
    pageRules: reader.flag('preferCssPageSize') ? 'all' : 'margins',
    ...(scale !== undefined && { scale }),
    ...(pages !== undefined && { pages }),
  }
}

function standards(reader: FieldReader): JsonObject {
  const archive = reader.text('pdfa', 'nativePdfa')
  const known = archive === undefined ? undefined : ARCHIVES[archive]
  if (archive !== undefined && known === undefined)
    reader.faults.push(`form field 'pdfa' is invalid: there are ${Object.keys(ARCHIVES).join(', ')}`)
  const standard = [
    ...(known === undefined ? [] : [known]),
    ...(reader.flag('pdfua', 'nativePdfua') ? ['pdf/ua-1'] : []),
  ]
  return standard.length > 0 ? { standard } : {}
}

/** Passwords come in the data of a request: they are no settings. */
function encrypt(
  reader: FieldReader,
  settings: Record<string, JsonObject[string]>,
  data: Record<string, JsonObject[string]>,
): void {
  const passwords = { userPassword: reader.text('userPassword'), ownerPassword: reader.text('ownerPassword') }
  const given = Object.entries(passwords).flatMap(([name, value]) =>
    value === undefined ? [] : [[name, value] as const],
  )
  if (given.length === 0) return
  settings.encryption = Object.fromEntries(given.map(([name]) => [name, `{{${name}}}`]))
  for (const [name, value] of given) data[name] = value
}

/** Files that the PDF brings with it, and the data of the invoice that it is. */
function attach(
  form: SentForm,
  reader: FieldReader,
  settings: Record<string, JsonObject[string]>,
  data: Record<string, JsonObject[string]>,
): void {
  const embeds = form.files.filter(({ field }) => field === 'embeds')
  if (embeds.length > 0) {
    settings.attachments = [{ from: '{{embeds}}' }]
    data.embeds = embeds.map(({ name, bytes }) => ({ name, base64: base64Of(bytes) }))
  }
  const level = reader.text('facturxConformanceLevel')
  const xml = form.files.find(({ field }) => field === 'facturxXml')
  if ((xml === undefined) !== (level === undefined))
    reader.faults.push('facturxXml and facturxConformanceLevel must be sent both or neither')
  if (!xml || level === undefined) return
  settings.facturX = { xml: '{{facturxXml}}', level: level === 'XRechnung' ? 'XRECHNUNG' : level }
  data.facturxXml = new TextDecoder().decode(xml.bytes)
}

const NO_FILES: ReadonlySet<string> = new Set(['index.html', 'header.html', 'footer.html'])

/** The files that pages name, all in one folder. */
function assetsOf({ files }: SentForm): JsonObject {
  const assets = files.filter(({ name, field }) => !NO_FILES.has(name) && field !== 'embeds' && field !== 'facturxXml')
  return Object.fromEntries(assets.map(({ name, bytes }) => [name, base64Of(bytes)]))
}

function base64Of(bytes: Uint8Array): string {
  return Buffer.from(bytes).toString('base64')
}

interface PageOptions {
  readonly now: Date
  readonly metadata: Readonly<Record<string, unknown>>
  readonly hasOutline: boolean
}

/** The page with what Chromium would print around it. */
function page(form: SentForm, text: string, { now, metadata, hasOutline }: PageOptions): string {
  const values = new Map([
    ['date', cssString(new Intl.DateTimeFormat('en-US', { dateStyle: 'short', timeStyle: 'short' }).format(now))],
    ['title', cssString(titleOf(text))],
    ['url', '""'],
    ['pageNumber', 'counter(page)'],
    ['totalPages', 'counter(pages)'],
  ])
  const margins = (['header', 'footer'] as const).flatMap((edge) => {
    const file = form.files.find(({ name }) => name === `${edge}.html`)
    if (!file) return []
    const className = `platen-${edge}`
    return [
      {
        edge,
        ...readMarginPage(file.name, decodeHtml(file.bytes) ?? '', { className, values, sheet: () => undefined }),
      },
    ]
  })
  const boxes = margins.map(({ edge }) => {
    const side = edge === 'header' ? 'top' : 'bottom'
    return `@${side}-center { content: element(platen-${edge}); width: 100%; vertical-align: ${side} }`
  })
  const rules = [
    ...margins.map(({ edge, css }) => `.platen-${edge} { position: running(platen-${edge}) }\n${css}`),
    boxes.length > 0 ? `@page { ${boxes.join(' ')} }` : '',
    hasOutline ? '' : ':root * { bookmark-level: none !important }',
  ].filter((rule) => rule !== '')
  return literalHtml(
    insertHtml(text, {
      head: headOf(metadata),
      body: margins.map(({ html }) => html).join(''),
      end: rules.length > 0 ? `<style>${rules.join('\n')}</style>` : '',
    }),
  )
}

/** Metadata of the file, by the names that PDF has for them. */
const META_NAMES: Readonly<Record<string, string>> = { Author: 'author', Subject: 'description', Keywords: 'keywords' }

function headOf(metadata: Readonly<Record<string, unknown>>): string {
  const textOf = (value: unknown) => (Array.isArray(value) ? value.join(', ') : String(value))
  const escaped = (value: unknown) => textOf(value).replace(/[&<"{]/g, (sign) => `&#${sign.charCodeAt(0)};`)
  const title = metadata.Title === undefined ? '' : `<title>${escaped(metadata.Title)}</title>`
  const metas = Object.entries(META_NAMES).flatMap(([name, meta]) =>
    metadata[name] === undefined ? [] : [`<meta name="${meta}" content="${escaped(metadata[name])}">`],
  )
  return title + metas.join('')
}

function keysOf<K extends string>(record: Readonly<Record<K, unknown>>): readonly K[] {
  return Object.keys(record) as K[]
}
