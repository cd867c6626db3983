import type { Claims } from '../base/standards.js'
import { type XmpSchema, xmpText } from './xmp.js'

/** The metadata of a document. */
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
export function documentInfo({
  title,
  author,
  subject,
  keywords,
  date,
}: DocumentMetadata): Record<string, string | Date> {
  return {
    ...(title && { Title: title }),
    ...(author && { Author: author }),
    ...(subject && { Subject: subject }),
    ...(keywords && { Keywords: keywords }),
    Producer: PRODUCER,
    Creator: PRODUCER,
    CreationDate: date,
  }
}

/** The metadata as schemas of XMP: those of Dublin Core, PDF and XMP itself. */
export function metadataSchemas(metadata: DocumentMetadata): readonly XmpSchema[] {
  const { title, author, subject, keywords, language, date } = metadata
  return [
    {
      prefix: 'dc',
      uri: 'http://purl.org/dc/elements/1.1/',
      properties: {
        format: xmpText('application/pdf'),
        title: title ? { kind: 'alternative', text: title } : undefined,
        creator: author ? { kind: 'sequence', items: [author] } : undefined,
        description: subject ? { kind: 'alternative', text: subject } : undefined,
        language: language ? { kind: 'bag', items: [language] } : undefined,
      },
    },
    {
      prefix: 'pdf',
      uri: 'http://ns.adobe.com/pdf/1.3/',
      properties: { Keywords: keywords ? xmpText(keywords) : undefined, Producer: xmpText(PRODUCER) },
    },
    {
      prefix: 'xmp',
      uri: 'http://ns.adobe.com/xap/1.0/',
      properties: {
        CreatorTool: xmpText(PRODUCER),
        CreateDate: xmpText(date.toISOString().replace(/\.\d+Z$/, 'Z')),
      },
    },
  ]
}

/** The standards that a file claims, as schemas (ISO 14289-1 §5, ISO 19005-2 §6.6.4). */
export function claimSchemas({ accessible, archive }: Claims): readonly XmpSchema[] {
  const schemas: XmpSchema[] = []
  if (archive) {
    const { part, level } = archive
    const properties = { part: xmpText(String(part)), conformance: xmpText(level) }
    schemas.push({ prefix: 'pdfaid', uri: 'http://www.aiim.org/pdfa/ns/id/', properties })
  }
  if (accessible) {
    schemas.push({
      prefix: 'pdfuaid',
      uri: 'http://www.aiim.org/pdfua/ns/id/',
      properties: { part: xmpText('1') },
      extension: archive && {
        title: 'PDF/UA identification',
        descriptions: { part: 'The part of ISO 14289 that the file conforms to' },
        type: 'Integer',
      },
    })
  }
  return schemas
}
