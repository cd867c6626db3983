import type { Diagnostic } from './base/diagnostics.js'
import type { RenderLimits } from './base/limits.js'
import type { RenderStats } from './base/stats.js'
import type { FontLibrary } from './fonts/font-types.js'

export type PageSizeName = 'a3' | 'a4' | 'a5' | 'letter' | 'legal' | 'tabloid'

export type Orientation = 'portrait' | 'landscape'

/** A value that JSON can express. */
export type JsonValue = null | boolean | number | string | readonly JsonValue[] | JsonObject

export interface JsonObject {
  readonly [key: string]: JsonValue
}

/** A template as its author stores it. */
export interface TemplateSource {
  /** The HTML text with placeholders and blocks. */
  readonly html: string
  /** The file name used in messages; `template.html` when absent. */
  readonly name?: string | undefined
  /** Style sheets, images and fonts by the relative path under which the HTML and CSS name them. */
  readonly assets?: ReadonlyMap<string, Uint8Array> | undefined
  /** Initial page size; `a4` when absent. `@page { size }` of the template wins. */
  readonly pageSize?: PageSizeName | undefined
  /** Initial orientation; `portrait` when absent. */
  readonly orientation?: Orientation | undefined
}

export interface CompileOptions {
  readonly fonts: FontLibrary
  readonly limits?: Partial<RenderLimits> | undefined
}

export interface RenderOptions {
  /** Creation date written into the PDF; now when absent. With a fixed date equal input gives equal bytes. */
  readonly date?: Date | undefined
  /** Draws this word large, diagonal and translucent over every page, e.g. `TEST`. */
  readonly watermark?: string | undefined
  /** IANA time zone for the `date` filter; `UTC` when absent. */
  readonly timeZone?: string | undefined
  readonly limits?: Partial<RenderLimits> | undefined
}

export interface RenderResult {
  readonly pdf: Uint8Array
  /** Number of pages. */
  readonly pages: number
  /** What the compiler and this render found, in order. */
  readonly diagnostics: readonly Diagnostic[]
  readonly stats: RenderStats
}
