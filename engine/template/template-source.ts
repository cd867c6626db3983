import type { JsonObject, JsonValue } from '../base/json.js'
import type { PrintSettings } from '../base/print-settings.js'
import type { ProblemsSetting } from '../base/problems-setting.js'
import type { ProfileName } from '../base/profile.js'
import type { Standard } from '../base/standards.js'
import type { Orientation, PageSizeName } from '../base/template-settings.js'

export type { Orientation, PageSizeName }

/** A template as its author stores it. */
export interface TemplateSource extends PrintSettings {
  /** The HTML text with placeholders and blocks. */
  readonly html: string
  /** The file name used in messages; `template.html` when absent. */
  readonly name?: string | undefined
  /** Style sheets, images and fonts by the relative path under which the HTML and CSS name them. */
  readonly assets?: ReadonlyMap<string, Uint8Array> | undefined
  /**
   * Texts of partials that several templates share, by their names: `{{> header}}` stands for one where the assets have
   * neither `partials/header.html` nor `header.html`. Messages call it `shared/header.html`.
   */
  readonly partials?: ReadonlyMap<string, string> | undefined
  /** JSON Schema of the data: paths that it does not declare are reported, unless a sample has them. */
  readonly schema?: JsonValue | undefined
  /** Examples of the data: paths that none of them has are reported, unless the schema declares them. */
  readonly samples?: readonly JsonObject[] | undefined
  /** Initial page size; `a4` when absent. `@page { size }` of the template wins. */
  readonly pageSize?: PageSizeName | undefined
  /** Initial orientation; `portrait` when absent. */
  readonly orientation?: Orientation | undefined
  /** The standards that its documents meet and claim; none when absent. */
  readonly standard?: Standard | readonly Standard[] | undefined
  /**
   * The asset that is the ICC profile of the press or display that the documents are made for, such as `press.icc`. With
   * one of CMYK, `device-cmyk()` has a meaning.
   */
  readonly outputIntent?: string | undefined
  /** Makes fields of the form controls of its documents. */
  readonly forms?: boolean | undefined
  /** IANA time zone of dates with a time, for `date` and `@now`; that of the rendering when absent, else `UTC`. */
  readonly timeZone?: string | undefined
  /**
   * The name that documents are saved under, with placeholders: `invoice-{{number}}.pdf`. What no file name can have is
   * taken out of it, see `RenderSummary.fileName`.
   */
  readonly fileName?: string | undefined
  /**
   * Pagination profile: print rules (`print`, the default), or Chromium's (`browser`), which cuts pages and sizes borders
   * and wide content as Chromium does.
   */
  readonly profile?: ProfileName | undefined
  /** @deprecated The former name of `profile`, which wins. Reported as `deprecated-setting`. */
  readonly manner?: ProfileName | undefined
  /** Whether documents that have lost something are made; `report` when absent: they are, and their diagnostics tell. */
  readonly problems?: ProblemsSetting | undefined
}
