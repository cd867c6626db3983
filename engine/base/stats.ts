/** Work done for one document, counted so that tests can assert that it stays linear. */
export interface RenderStats {
  /** Computed styles made, not served from the template's cache. */
  stylesComputed: number
  /** Calls of a layout algorithm for one box (cache hits do not count). */
  layoutCalls: number
  /** Words that went through a shaper (cache hits do not count). */
  shapedWords: number
  /** Pages that were laid out a second time because their best break had been passed. */
  reruns: number
  /** Layouts of the whole document beyond the first: its text shows its own page numbers. */
  layoutRounds: number
  /** Steps of work, as `RenderLimits.work` counts them. */
  work: number
}

export function createStats(): RenderStats {
  return { stylesComputed: 0, layoutCalls: 0, shapedWords: 0, reruns: 0, layoutRounds: 0, work: 0 }
}
