import { assertNever } from '../base/invariant.js'
/** A value of an XMP property (ISO 16684-1 §6.3). */
export type XmpValue =
  | { readonly kind: 'text'; readonly text: string }
  /** A text with alternatives by language, of which there is one for all. */
  | { readonly kind: 'alternative'; readonly text: string }
  /** Items in their order (`rdf:Seq`) or in none (`rdf:Bag`). */
  | { readonly kind: 'sequence' | 'bag'; readonly items: readonly string[] }

/** Properties of one namespace. */
export interface XmpSchema {
  /** The namespace's usual prefix. */
  readonly prefix: string
  readonly uri: string
  /** By local name; properties that are `undefined` are left out. */
  readonly properties: Readonly<Record<string, XmpValue | undefined>>
  /** Describes a schema that is not one of XMP's own, as PDF/A demands (ISO 19005-2 §6.6.2.3). */
  readonly extension?: XmpExtension | undefined
}

/** The description of a schema. */
export interface XmpExtension {
  readonly title: string
  /** The meaning of each property, by its local name. */
  readonly descriptions: Readonly<Record<string, string>>
  /** The type of its properties; texts when absent. */
  readonly type?: 'Text' | 'Integer'
}

export function xmpText(text: string): XmpValue {
  return { kind: 'text', text }
}

/** An XMP packet (ISO 16684-1 §7, ISO 32000-1 §14.3.2), without padding. */
export function xmpPacket(schemas: readonly XmpSchema[]): string {
  const extensions = schemas.filter(({ extension }) => extension)
  return `<?xpacket begin="\ufeff" id="W5M0MpCehiHzreSzNTczkc9d"?>
<x:xmpmeta xmlns:x="adobe:ns:meta/">
<rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#">
${schemas.map(description).join('')}${extensions.length > 0 ? extensionSchemas(extensions) : ''}</rdf:RDF>
</x:xmpmeta>
<?xpacket end="w"?>`
}

function description({ prefix, uri, properties }: XmpSchema): string {
  const elements = Object.entries(properties).map(([name, value]) =>
    value ? `<${prefix}:${name}>${valueXml(value)}</${prefix}:${name}>\n` : '',
  )
  return `<rdf:Description rdf:about="" xmlns:${prefix}="${uri}">\n${elements.join('')}</rdf:Description>\n`
}

function valueXml(value: XmpValue): string {
  switch (value.kind) {
    case 'text':
      return escapeXml(value.text)
    case 'alternative':
      return `<rdf:Alt><rdf:li xml:lang="x-default">${escapeXml(value.text)}</rdf:li></rdf:Alt>`
    case 'sequence':
      return `<rdf:Seq>${listItems(value.items)}</rdf:Seq>`
    case 'bag':
      return `<rdf:Bag>${listItems(value.items)}</rdf:Bag>`
    default:
      return assertNever(value)
  }
}

function listItems(items: readonly string[]): string {
  return items.map((item) => `<rdf:li>${escapeXml(item)}</rdf:li>`).join('')
}

/** Descriptions of schemas in the container schema of PDF/A. */
function extensionSchemas(schemas: readonly XmpSchema[]): string {
  return `<rdf:Description rdf:about="" xmlns:pdfaExtension="http://www.aiim.org/pdfa/ns/extension/" \
xmlns:pdfaSchema="http://www.aiim.org/pdfa/ns/schema#" xmlns:pdfaProperty="http://www.aiim.org/pdfa/ns/property#">
<pdfaExtension:schemas><rdf:Bag>
${schemas.map(extensionSchema).join('')}</rdf:Bag></pdfaExtension:schemas>
</rdf:Description>
`
}

function extensionSchema({ prefix, uri, extension }: XmpSchema): string {
  const properties = Object.entries(extension?.descriptions ?? {}).map(
    ([name, meaning]) => `<rdf:li rdf:parseType="Resource"><pdfaProperty:name>${name}</pdfaProperty:name>\
<pdfaProperty:valueType>${extension?.type ?? 'Text'}</pdfaProperty:valueType><pdfaProperty:category>external</pdfaProperty:category>\
<pdfaProperty:description>${escapeXml(meaning)}</pdfaProperty:description></rdf:li>
`,
  )
  return `<rdf:li rdf:parseType="Resource">
<pdfaSchema:schema>${escapeXml(extension?.title ?? '')}</pdfaSchema:schema>
<pdfaSchema:namespaceURI>${uri}</pdfaSchema:namespaceURI>
<pdfaSchema:prefix>${prefix}</pdfaSchema:prefix>
<pdfaSchema:property><rdf:Seq>
${properties.join('')}</rdf:Seq></pdfaSchema:property>
</rdf:li>
`
}

/** Text as XML character data; characters that XML 1.0 does not allow become U+FFFD. */
export function escapeXml(text: string): string {
  return text
    .replace(/\p{Cs}/gu, '\ufffd')
    .replace(FORBIDDEN_IN_XML, '\ufffd')
    .replace(/[&<>"]/g, (character) => XML_ESCAPES.get(character) ?? character)
}

/** Control characters but for tab, line feed, carriage return and those from U+007F on, and two that are none (§2.2). */
const FORBIDDEN_IN_XML = /[^\P{Cc}\t\n\r\x7f-\x9f]|[\ufffe\uffff]/gu

const XML_ESCAPES = new Map([
  ['&', '&amp;'],
  ['<', '&lt;'],
  ['>', '&gt;'],
  ['"', '&quot;'],
])
