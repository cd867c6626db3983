import type { Diagnostic } from './base/diagnostics.js'
import type { RenderLimits } from './base/limits.js'
import type { RenderStats } from './base/stats.js'
import type { FontLibrary } from './fonts/font-types.js'

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

export interface RenderResult extends RenderSummary {
  readonly pdf: Uint8Array
}

/** What a rendering tells besides the file. */
export interface RenderSummary {
  /** Number of pages. */
  readonly pages: number
  /** What the compiler and this render found, in order. */
  readonly diagnostics: readonly Diagnostic[]
  readonly stats: RenderStats
}
