import { LimitError } from '../base/errors.js'
import type { RenderLimits } from '../base/limits.js'
import type { PdfFile } from './pdf-file.js'
import { type PdfDictionary, type PdfReference, pdfName, pdfText } from './pdf-values.js'

/** The relationship of an attached file to the document (ISO 32000-2 table 45, ISO 19005-3 annex E). */
export type AttachmentRelationship = 'Alternative' | 'Data' | 'Source' | 'Supplement' | 'Unspecified'

/** A file within the PDF. */
export interface Attachment {
  /** The name under which readers list and save it, without folders. */
  readonly name: string
  readonly data: Uint8Array
  /** Its media type, such as `text/xml`; `application/octet-stream` when absent. */
  readonly mediaType?: string | undefined
  /** `Unspecified` when absent. */
  readonly relationship?: AttachmentRelationship | undefined
  /** Describes it for people. */
  readonly description?: string | undefined
  /** When it was changed last; the document's date when absent. */
  readonly modified?: Date | undefined
}

/** All that an attachment can be to its document. */
export const ATTACHMENT_RELATIONSHIPS: readonly AttachmentRelationship[] = [
  'Alternative',
  'Data',
  'Source',
  'Supplement',
  'Unspecified',
]

/** @throws LimitError */
export function checkAttachmentLimits(attachments: readonly Attachment[], limits: RenderLimits): void {
  if (attachments.length > limits.attachments) {
    throw new LimitError('too-many-attachments', `the document has more than ${limits.attachments} attachments`)
  }
  const bytes = attachments.reduce((sum, { data }) => sum + data.length, 0)
  if (bytes > limits.attachmentBytes) {
    const message = `the attachments have ${bytes} bytes together, and at most ${limits.attachmentBytes} are allowed`
    throw new LimitError('attachments-too-large', message)
  }
}

/** An attachment that is written. */
export interface EmbeddedFile {
  readonly name: string
  readonly reference: PdfReference
}

/**
 * Writes files into the document (ISO 32000-1 §7.11.4); `listAttachments` tells of them.
 *
 * @param attachments whose names are all different
 * @param date of those that do not say when they were changed
 */
export function writeAttachments(
  file: PdfFile,
  attachments: readonly Attachment[],
  date: Date,
): readonly EmbeddedFile[] {
  return attachments.map((attachment) => ({
    name: attachment.name,
    reference: fileSpecification(file, attachment, date),
  }))
}

/** Lists files in the name tree, and associates them with the document as a whole (ISO 32000-2 §14.13). */
export function listAttachments(file: PdfFile, files: readonly EmbeddedFile[]): void {
  if (files.length === 0) return
  const names = files.toSorted((a, b) => compareKeys(a.name, b.name))
  file.setNames('EmbeddedFiles', { Names: names.flatMap(({ name, reference }) => [pdfText(name), reference]) })
  file.setCatalogEntry(
    'AF',
    files.map(({ reference }) => reference),
  )
}

/** Name trees are sorted by the bytes of their keys (§7.9.6): ASCII as it is, other texts behind the mark FE FF of UTF-16. */
function compareKeys(a: string, b: string): number {
  const order = Number(NOT_ASCII.test(a)) - Number(NOT_ASCII.test(b))
  if (order !== 0) return order
  return a < b ? -1 : 1
}

const NOT_ASCII = /\P{ASCII}/u

function fileSpecification(file: PdfFile, attachment: Attachment, date: Date): PdfReference {
  const { name, data, mediaType = 'application/octet-stream', relationship = 'Unspecified', description } = attachment
  const dictionary: PdfDictionary = {
    Type: 'EmbeddedFile',
    Subtype: pdfName(mediaType),
    Params: {
      Size: data.length,
      ModDate: attachment.modified ?? date,
    },
  }
  const embedded = file.addDeflated(dictionary, data)
  return file.add({
    Type: 'Filespec',
    F: pdfText(name.replace(/[^\x20-\x7e]/g, '_')),
    UF: pdfText(name),
    Desc: description === undefined ? undefined : pdfText(description),
    AFRelationship: relationship,
    EF: { F: embedded, UF: embedded },
  })
}
