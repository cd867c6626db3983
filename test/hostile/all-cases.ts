import { drawingCases } from './cases/drawings.js'
import { fontCases } from './cases/fonts.js'
import { generatedCases } from './cases/generated.js'
import { imageCases } from './cases/images.js'
import { markupCases } from './cases/markup.js'
import { pageCases } from './cases/pages.js'
import { timeCases } from './cases/time.js'
import { valueCases } from './cases/values.js'
import type { HostileCases } from './hostile-case.js'

/** The whole suite by kind. Whoever renders documents for others can run it: through the engine, or over HTTP. */
export const ALL_CASES: Readonly<Record<string, HostileCases>> = {
  images: imageCases,
  values: valueCases,
  generated: generatedCases,
  fonts: fontCases,
  drawings: drawingCases,
  markup: markupCases,
  pages: pageCases,
  time: timeCases,
}
