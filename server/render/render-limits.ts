import { getHeapStatistics } from 'node:v8'
import { DEFAULT_LIMITS, type RenderLimits } from '../../engine/base/limits.js'

/** Heap that an element of a document takes, in bytes: rows of tables take less, inline elements more. */
const HEAP_PER_ELEMENT = 2_048

/**
 * The limits of a document of the service. Its data are 1 MB at most: no table made of them within the engine's other
 * limits takes half as many steps, and nobody needs as many bytes of images or characters of text. Elements have to fit
 * into the memory of the thread: one that outgrew it would end without saying what there was too much of.
 */
export const RENDER_LIMITS: Partial<RenderLimits> = {
  elements: Math.min(DEFAULT_LIMITS.elements, Math.floor(getHeapStatistics().heap_size_limit / HEAP_PER_ELEMENT)),
  work: 10_000_000,
  imagePixels: 25_000_000,
  imageBytes: 512_000_000,
  valueLength: 5_000_000,
  textLength: 50_000_000,
}

/**
 * The processor time that the check of a request may take, in ms: far more than it needs. By the clock it takes longer
 * where others have the processors, which says nothing of the data.
 */
export const CHECK_PROCESSOR_MS = 2_000
