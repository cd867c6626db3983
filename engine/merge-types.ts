import type { RenderOptions, RenderSummary } from './api-types.js'
import type { CompiledTemplate } from './compile.js'
import type { Attachment } from './pdf/attachments.js'

/** A template with its data, as one of the documents that become one file. */
export interface DocumentToMerge {
  readonly template: CompiledTemplate
  /** An object, read as `renderDocument` reads it. */
  readonly data: object
  /** Its name in the outline and structure; its `<title>` when absent, else its file's name or its number. */
  readonly title?: string | undefined
  /** IANA time zone of its dates; that of the template when absent, else `UTC`. */
  readonly timeZone?: string | undefined
  /** Files that it brings with it; those that are already in the PDF are attached once, other names are made different. */
  readonly attachments?: readonly Attachment[] | undefined
}

/** A PDF as one of the documents that become one file: all of its pages, with what belongs to them. */
export interface PdfToMerge {
  /** The bytes of the file. */
  readonly pdf: Uint8Array
  /** The name of the file, which messages have. */
  readonly name?: string | undefined
  /** Its name in the outline and structure; its own title when absent, else the name of the file or its number. */
  readonly title?: string | undefined
  /** What stands in place of its pages for those who do not see them, where it is not tagged. */
  readonly alt?: string | undefined
  /** Files that are attached with it; those that it has attached itself are left out. */
  readonly attachments?: readonly Attachment[] | undefined
}

/** The metadata of a file; what is not given is that of its first document. */
export interface FileMetadata {
  readonly title?: string | undefined
  readonly author?: string | undefined
  readonly subject?: string | undefined
  readonly keywords?: string | undefined
  /** BCP 47 tag. */
  readonly language?: string | undefined
}

/**
 * Options of a file of several documents: those of a rendering hold for all of them, limits for each. What a file has
 * once, its standards and output intent, must be the same in all templates, or is said here; it holds for PDFs as well.
 */
export interface MergeOptions extends Omit<RenderOptions, 'map' | 'facturX' | 'timeZone' | 'attachments' | 'pages'> {
  readonly metadata?: FileMetadata | undefined
}

/** What there is to know of one of the documents. */
export interface MergedSummary extends Omit<RenderSummary, 'map'> {
  /** The number of its first page in the file, from 1. */
  readonly firstPage: number
}

/** The outcome of a merging, besides the file. */
export interface MergeSummary {
  /** Pages of the file. */
  readonly pages: number
  /** In the order of the documents; fewer where `firstPages` left some out. */
  readonly documents: readonly MergedSummary[]
}

export interface MergeResult extends MergeSummary {
  /** The file. Its buffer is its own and may be transferred to another thread. */
  readonly pdf: Uint8Array
}
