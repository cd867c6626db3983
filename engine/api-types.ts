import type { Diagnostic } from './base/diagnostics.js'
import type { RenderLimits } from './base/limits.js'
import type { PrintSettings } from './base/print-settings.js'
import type { ProblemsSetting } from './base/problems-setting.js'
import type { Standard } from './base/standards.js'
import type { RenderStats } from './base/stats.js'
import type { FontLibrary } from './fonts/font-types.js'
import type { OutputProfile } from './images/output-profile.js'
import type { FacturXOptions } from './invoice/facturx.js'
import type { PageMap } from './page-map.js'
import type { Attachment } from './pdf/attachments.js'
import type { EncryptionOptions } from './pdf/encryption.js'
import type { FilterFunction } from './template/filters/own-filters.js'

export interface CompileOptions {
  /** Made once per process or thread by `createFontLibrary`, and shared by all templates. */
  readonly fonts: FontLibrary
  /** Those that are not given are `DEFAULT_LIMITS`. */
  readonly limits?: Partial<RenderLimits> | undefined
  /**
   * Reads the template's fonts as a whole, so that everything that is damaged in them is reported now: for templates that
   * are published. Else damage is found, and reported, when a document needs what is damaged; either way other fonts
   * stand in for it.
   */
  readonly checkFonts?: boolean | undefined
  /**
   * Also reports what does no harm but is hardly meant: rules in the template's own `<style>` elements that no element
   * matches, and images without `alt`.
   */
  readonly lint?: boolean | undefined
  /**
   * Filters of the program besides those of the language: `{{due | fiscal-year}}` calls `filters['fiscal-year']`. They
   * must be pure: the same arguments give the same value.
   */
  readonly filters?: Readonly<Record<string, FilterFunction>> | undefined
}

/** Settings of printing that are left out are those of the template. */
export interface RenderOptions extends PrintSettings {
  /** The moment that `@now` is, and the PDF's date of creation; now when absent. A fixed date gives equal bytes. */
  readonly date?: Date | undefined
  /** Draws this word large, diagonal and translucent over every page, e.g. `TEST`. */
  readonly watermark?: string | undefined
  /** IANA time zone for the `date` filter; that of the template when absent, else `UTC`. The language is the document's `lang`. */
  readonly timeZone?: string | undefined
  /** Those that are not given are `DEFAULT_LIMITS`. */
  readonly limits?: Partial<RenderLimits> | undefined
  /** Also tells where on the pages the elements of the template stand: for editors and tests. Costs nothing when it is left out. */
  readonly map?: boolean | undefined
  /**
   * Ends the document after so many pages, as for a picture of the first one. Later pages are not laid out: neither their
   * numbers nor how many there are is known.
   */
  readonly firstPages?: number | undefined
  /** Files that the PDF brings with it, each with a name of its own. */
  readonly attachments?: readonly Attachment[] | undefined
  /** The data of the invoice that the document is, to be read by programs (Factur-X, ZUGFeRD). */
  readonly facturX?: FacturXOptions | undefined
  /**
   * The standards that the file must meet and claim: PDF/UA and one level of PDF/A. Those of the template when absent.
   * A document that does not meet them is an error, which names all faults that can be found.
   */
  readonly standard?: Standard | readonly Standard[] | undefined
  /**
   * How to treat a document that does not meet its standard: `refuse`, the default, throws; `report` renders it, with
   * the faults among its diagnostics. Such a file claims nothing, whether or not it has faults: it is for inspection.
   * Where no standard is named, what PDF/UA would refuse is reported as warnings.
   */
  readonly nonconforming?: 'refuse' | 'report' | undefined
  /**
   * Whether a document that has a problem of severity `error` is made all the same: `refuse` throws a `ProblemError`,
   * `report` and `ignore` render it, with its problems among the diagnostics. What the template says when absent.
   */
  readonly problems?: ProblemsSetting | undefined
  /**
   * Makes fields of the document's `<input>`, `<textarea>` and `<select>` elements, to be filled in where the PDF is read
   * (AcroForm). What the template says when absent; without, they are printed as they are.
   */
  readonly forms?: boolean | undefined
  /**
   * The press or display that the document is made for, read by `readOutputProfile()`; that of the template when absent.
   */
  readonly outputIntent?: OutputProfile | undefined
  /** Encrypts the PDF by AES-256, with random keys: equal input gives other bytes each time. Not with `facturX`. */
  readonly encryption?: EncryptionOptions | undefined
}

export interface RenderResult extends RenderSummary {
  /** The file. Its buffer is its own and may be transferred to another thread. */
  readonly pdf: Uint8Array
}

/** The outcome of a rendering, besides the file. */
export interface RenderSummary {
  /** Number of pages. */
  readonly pages: number
  /**
   * The name to save the file under, where the template gives one: at most 200 bytes in UTF-8, ending with `.pdf`,
   * without folders, controls and what systems reserve.
   */
  readonly fileName: string | undefined
  /** Findings of the compiler and of this render, in order. */
  readonly diagnostics: readonly Diagnostic[]
  /** How many more there were than `diagnostics` has room for. */
  readonly omittedDiagnostics: number
  readonly stats: Readonly<RenderStats>
  /** By page, from the first; only when it was asked for. */
  readonly map?: readonly PageMap[] | undefined
}
