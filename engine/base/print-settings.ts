import type { MediaName, PageRulesSetting } from './template-settings.js'

/**
 * How a document is printed, whatever its own style sheets say of pages: for HTML that was written for another program.
 * A template has them as settings; a rendering may have others.
 */
export interface PrintSettings {
  /** The media of style sheets and media queries that count; `print` when absent. */
  readonly media?: MediaName | undefined
  /**
   * Whether the backgrounds of boxes and pages are painted; true when absent. Without, boxes with `print-color-adjust: exact`
   * keep theirs (css-color-adjust-1 §3), and light text is darkened as browsers darken it.
   */
  readonly backgrounds?: boolean | undefined
  /** Width and height of pages as CSS lengths, such as `105mm 148mm`, in place of `pageSize` and `orientation`. */
  readonly paper?: string | undefined
  /** One to four CSS lengths, ordered as in the property `margin`, such as `20mm 15mm`. */
  readonly margins?: string | undefined
  /**
   * What counts of `@page { size; margin }`: `all`, the default; `margins`: the paper stays, but a landscape size turns it;
   * `none`. Margin boxes and backgrounds of pages always count.
   */
  readonly pageRules?: PageRulesSetting | undefined
  /** The scale at which content is printed, from 0.1 to 2; margins and their boxes stay. 1 when absent. */
  readonly scale?: number | undefined
  /**
   * The least scale at which content is printed that is too wide for its page: all pages are scaled until it fits, but not
   * below this. Without, the profile decides: `print` scales nothing, `browser` down to two thirds.
   */
  readonly leastScale?: number | undefined
  /** The pages that the file has, such as `1-3,5,8-`; all when absent. Pages keep their numbers. */
  readonly pages?: string | undefined
  /** Whether all colours are printed as grays; false when absent. */
  readonly grayscale?: boolean | undefined
}

/** The settings of a template, with those of a rendering in their place. */
export function printedWith(template: PrintSettings, options: PrintSettings): PrintSettings {
  return {
    media: options.media ?? template.media,
    backgrounds: options.backgrounds ?? template.backgrounds,
    paper: options.paper ?? template.paper,
    margins: options.margins ?? template.margins,
    pageRules: options.pageRules ?? template.pageRules,
    scale: options.scale ?? template.scale,
    leastScale: options.leastScale ?? template.leastScale,
    pages: options.pages ?? template.pages,
    grayscale: options.grayscale ?? template.grayscale,
  }
}
