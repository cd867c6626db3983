import type { Claims } from '../base/standards.js'
import type { WorkBudget } from '../base/work-budget.js'
import type { OutputProfile } from '../images/output-profile.js'
import type { PageLabelRange } from '../layout/pages/page-labels.js'
import type { PlacedBookmark } from '../layout/pages/page-log.js'
import type { PaintTarget } from '../paint/paint-target.js'
import type { StructureTree } from '../tags/structure-tree.js'
import type { Attachment } from './attachments.js'
import type { DeviceColors } from './device-colors.js'
import type { EncryptionOptions } from './encryption.js'
import type { DocumentMetadata } from './metadata.js'
import type { Watermark } from './watermark.js'
import type { WrittenCopies } from './written-copies.js'
import type { WrittenStructures } from './written-structures.js'
import type { XmpSchema } from './xmp.js'

export interface PdfOptions extends DocumentMetadata {
  /** The file has documents of several templates, whose fonts may be equal. */
  readonly isMerged?: boolean | undefined
  /** The structure, in which all content is that has a tag. Without, the file has none. */
  readonly structure?: StructureTree | undefined
  /** What was written of the structure of documents before. */
  readonly structures?: WrittenStructures | undefined
  /** What was written of other files for documents before. */
  readonly copies?: WrittenCopies | undefined
  /** The standards that the file claims. The caller vouches that the document meets them. */
  readonly claims?: Claims | undefined
  readonly watermark?: Watermark | undefined
  /** Pays for what is painted; its own when absent. */
  readonly work?: WorkBudget | undefined
  /** Told of what is painted with inks; its own when absent. */
  readonly colors?: DeviceColors | undefined
  /** What the colours of the device mean; without, those of sRGB. */
  readonly outputProfile?: OutputProfile | undefined
  /** Files that the document brings with it. */
  readonly attachments?: readonly Attachment[] | undefined
  readonly encryption?: EncryptionOptions | undefined
  /** Schemas of the XMP packet besides the metadata. */
  readonly schemas?: readonly XmpSchema[] | undefined
}

/** One of several documents of a file. */
export interface NextDocument {
  /** Tells drawings apart that have equal keys: those of documents with equal texts look the same. */
  readonly drawings: string
  /** Pays for what is painted. */
  readonly work: WorkBudget
  /** Files that it brings with it, whose names no other document of the file uses. */
  readonly attachments: readonly Attachment[]
  readonly date: Date
}

/** A paint target whose outcome is a PDF file. */
export interface PdfTarget extends PaintTarget {
  /** Begins the next document of a file that has several: its pages are numbered from 1, and destinations are its own. */
  beginDocument(document: NextDocument): void
  /** Ends it: nothing is painted on its pages any more, which are written and forgotten. */
  endDocument(): void
  /** Adds an entry to the outline of the document; in document order. */
  addBookmark(bookmark: PlacedBookmark): void
  /** Sets the labels that readers show for the pages; without them, readers count. */
  setPageLabels(ranges: readonly PageLabelRange[]): void
  /** The characters of the private use area that have been painted. */
  privateUse(): ReadonlySet<number>
  /** Bytes of the file that are written and not taken yet. */
  readonly pending: number
  /** The next bytes of the file: those written since the last call. They are not kept. */
  take(): Uint8Array
  /**
   * Ends the document and returns the rest of the file: all of it if nothing was taken before. Every page must have
   * been ended; nothing may be painted afterwards.
   */
  finish(): Uint8Array
  /** The same, piece by piece: each has about so many bytes. */
  finishInPieces(bytes: number): Generator<Uint8Array, void>
}
