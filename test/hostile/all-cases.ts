import { generatedCases } from './cases/generated.js'
import { imageCases } from './cases/images.js'
import { valueCases } from './cases/values.js'
import type { HostileCases } from './hostile-case.js'

/** The whole suite by kind. Whoever renders documents for others can run it: through the engine, or over HTTP. */
export const ALL_CASES: Readonly<Record<string, HostileCases>> = {
  images: imageCases,
  values: valueCases,
  generated: generatedCases,
}
