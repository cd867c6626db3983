/** What a document says about itself. */
export interface DocumentMetadata {
  readonly title?: string | undefined
  readonly author?: string | undefined
  readonly subject?: string | undefined
  readonly keywords?: string | undefined
  /** BCP 47 tag. */
  readonly language?: string | undefined
  readonly date: Date
}

const PRODUCER = 'platen'

/** The document information dictionary (ISO 32000-1 §14.3.3). */
export function infoDictionary(metadata: DocumentMetadata): Record<string, string | Date> {
  return {
    ...(metadata.title ? { Title: metadata.title } : {}),
    ...(metadata.author ? { Author: metadata.author } : {}),
    ...(metadata.subject ? { Subject: metadata.subject } : {}),
    ...(metadata.keywords ? { Keywords: metadata.keywords } : {}),
    Producer: PRODUCER,
    Creator: PRODUCER,
    CreationDate: metadata.date,
  }
}

/** The same as an XMP packet (ISO 16684-1, ISO 32000-1 §14.3.2). */
export function xmpPacket(metadata: DocumentMetadata): string {
  const alternative = (name: string, text: string | undefined) =>
    text ? `<dc:${name}><rdf:Alt><rdf:li xml:lang="x-default">${escapeXml(text)}</rdf:li></rdf:Alt></dc:${name}>\n` : ''
  const author = metadata.author
    ? `<dc:creator><rdf:Seq><rdf:li>${escapeXml(metadata.author)}</rdf:li></rdf:Seq></dc:creator>\n`
    : ''
  const language = metadata.language
    ? `<dc:language><rdf:Bag><rdf:li>${escapeXml(metadata.language)}</rdf:li></rdf:Bag></dc:language>\n`
    : ''
  const keywords = metadata.keywords ? `<pdf:Keywords>${escapeXml(metadata.keywords)}</pdf:Keywords>\n` : ''
  return `<?xpacket begin="\ufeff" id="W5M0MpCehiHzreSzNTczkc9d"?>
<x:xmpmeta xmlns:x="adobe:ns:meta/">
<rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#">
<rdf:Description rdf:about="" xmlns:dc="http://purl.org/dc/elements/1.1/" xmlns:pdf="http://ns.adobe.com/pdf/1.3/" xmlns:xmp="http://ns.adobe.com/xap/1.0/">
<dc:format>application/pdf</dc:format>
${alternative('title', metadata.title)}${author}${alternative('description', metadata.subject)}${language}${keywords}<pdf:Producer>${PRODUCER}</pdf:Producer>
<xmp:CreatorTool>${PRODUCER}</xmp:CreatorTool>
<xmp:CreateDate>${metadata.date.toISOString().replace(/\.\d+Z$/, 'Z')}</xmp:CreateDate>
</rdf:Description>
</rdf:RDF>
</x:xmpmeta>
<?xpacket end="w"?>`
}

/** Text as XML character data; characters that XML 1.0 does not allow become U+FFFD. */
function escapeXml(text: string): string {
  return text
    .replace(/\p{Cs}/gu, '\ufffd')
    .replace(FORBIDDEN_IN_XML, '\ufffd')
    .replace(/[&<>"]/g, (character) => XML_ESCAPES.get(character) ?? character)
}

// biome-ignore lint/suspicious/noControlCharactersInRegex: these are the characters to be found
const FORBIDDEN_IN_XML = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]/g

const XML_ESCAPES = new Map([
  ['&', '&amp;'],
  ['<', '&lt;'],
  ['>', '&gt;'],
  ['"', '&quot;'],
])
