export type PageSizeName = 'a3' | 'a4' | 'a5' | 'letter' | 'legal' | 'tabloid'

export type Orientation = 'portrait' | 'landscape'

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
