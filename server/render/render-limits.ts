import type { RenderLimits } from '../../engine/index.js'

/**
 * What a document of the service may cost. Its data are 1 MB at most, of which no table within the engine's other
 * limits takes half as many steps, and nobody needs as many bytes of images or characters of text.
 */
export const RENDER_LIMITS: Partial<RenderLimits> = {
  work: 10_000_000,
  imagePixels: 25_000_000,
  imageBytes: 512_000_000,
  valueLength: 5_000_000,
  textLength: 50_000_000,
}
