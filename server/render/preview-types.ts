import type { Diagnostic, Standard, TemplateSource } from '../../engine/index.js'
import type { TemplateChoices } from '../storage/choices-column.js'
import type { Unfinished } from './render-types.js'
import type { Violation } from './validate-data.js'

/** A draft that is to be shown as it stands. */
export interface PreviewTask {
  readonly html: string
  readonly pageSize: NonNullable<TemplateSource['pageSize']>
  readonly orientation: NonNullable<TemplateSource['orientation']>
  readonly profile?: TemplateSource['profile']
  readonly choices?: TemplateChoices | undefined
  /** It was published: it is shown as it is, whatever is written beside its settings. */
  readonly isPublished?: boolean | undefined
  readonly standard?: readonly Standard[] | undefined
  /** Of the organization, for drafts that name none; the service's when absent. */
  readonly timeZone?: string | undefined
  /** JSON. */
  readonly settings?: string | undefined
  /** The draft's other files: their hashes by path. */
  readonly assets: readonly (readonly [path: string, hash: string])[]
  /** The shared partials that it may include: the hashes of their texts by name. */
  readonly partials: readonly (readonly [name: string, hash: string])[]
  /** JSON. */
  readonly data: string
  /** JSON. */
  readonly schema: string | undefined
  /** Only so many pages are wanted; all when absent. */
  readonly firstPages?: number | undefined
  /** Fonts are read as a whole, and damage anywhere in them is reported. */
  readonly checkFonts?: boolean | undefined
  /** The boxes and texts of its pages are wanted as text. */
  readonly dumpsPages?: boolean | undefined
}

export type PreviewQuestion =
  /** The process does not have the files with these hashes. */
  | { readonly kind: 'need-assets'; readonly hashes: readonly string[] }
  /** Whether anybody still waits for the preview. */
  | { readonly kind: 'is-wanted' }

export type PreviewAnswer =
  | { readonly kind: 'assets'; readonly assets: readonly (readonly [hash: string, bytes: Uint8Array])[] }
  | { readonly kind: 'wanted'; readonly isWanted: boolean }

/** How a preview ended in its process. */
export type PreviewResult =
  | PreviewedDraft
  /** It cannot be compiled or rendered; the first of the diagnostics says why. */
  | { readonly kind: 'broken'; readonly diagnostics: readonly Diagnostic[]; readonly violations: readonly Violation[] }
  /** A newer one of the same editor has come. */
  | { readonly kind: 'outdated' }

export interface PreviewedDraft {
  readonly kind: 'previewed'
  readonly pdf: Uint8Array
  readonly pages: number
  /** The name that the document would be saved under. */
  readonly fileName: string | undefined
  /** A `PreviewMap` as JSON: nobody but browsers reads it, and it is by far the most of what is told. */
  readonly map: string
  readonly diagnostics: readonly Diagnostic[]
  /** Where the data does not fit the schema. */
  readonly violations: readonly Violation[]
  readonly renderTimeMs: number
  /** The boxes and texts of all pages with their places, where they were wanted. */
  readonly dump?: string | undefined
}

export type PreviewOutcome = PreviewResult | Unfinished
