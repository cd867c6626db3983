import type { RenderLimits } from '../../engine/index.js'

/**
 * What a document of the service may cost. Its data are 1 MB at most, of which no table within the engine's other
 * limits takes half as many steps.
 */
export const RENDER_LIMITS: Partial<RenderLimits> = { work: 10_000_000 }
