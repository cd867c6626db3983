/** The loop filter (RFC 6386 §15), which smooths the edges of blocks. */

/** How strongly a macroblock's edges are filtered. */
export interface FilterStrength {
  /** Most difference across an edge, for edges of the macroblock and edges within it. */
  readonly outerLimit: number
  readonly innerLimit: number
  /** Most difference between neighbours on one side. */
  readonly interiorLimit: number
  /** Differences above this next to an edge mean that there is detail to be kept. */
  readonly detailThreshold: number
}

/** §15.2, §15.3. Undefined when nothing is filtered. */
export function filterStrength(level: number, sharpness: number): FilterStrength | undefined {
  if (level === 0) return undefined
  let interior = level
  if (sharpness > 0) interior = Math.min(level >> (sharpness > 4 ? 2 : 1), 9 - sharpness)
  interior = Math.max(1, interior)
  return {
    outerLimit: 2 * (level + 2) + interior,
    innerLimit: 2 * level + interior,
    interiorLimit: interior,
    detailThreshold: level >= 40 ? 2 : level >= 15 ? 1 : 0,
  }
}

/** An edge between samples. */
interface Edge {
  /** Distance to the next sample away from the edge. */
  readonly across: number
  /** Distance to the next sample along the edge. */
  readonly along: number
  /** Samples along the edge. */
  readonly count: number
}

/**
 * Filters across one edge of luma samples with the simple filter (§15.2).
 * @param at offset of the first sample behind the edge
 */
export function filterSimple(
  samples: Uint8ClampedArray,
  at: number,
  { across, along, count }: Edge,
  limit: number,
): void {
  for (let i = 0, q = at; i < count; i++, q += along) {
    if (isFlat(samples, q, across, limit)) adjust(samples, q, across, true)
  }
}

/** Filters across an edge of a macroblock with the normal filter (§15.3). */
export function filterOuter(
  samples: Uint8ClampedArray,
  at: number,
  { across, along, count }: Edge,
  strength: FilterStrength,
): void {
  for (let i = 0, q = at; i < count; i++, q += along) {
    if (!isSmooth(samples, q, across, strength.outerLimit, strength.interiorLimit)) continue
    if (hasDetail(samples, q, across, strength.detailThreshold)) adjust(samples, q, across, true)
    else adjustWide(samples, q, across)
  }
}

/** Filters across an edge within a macroblock with the normal filter (§15.3). */
export function filterInner(
  samples: Uint8ClampedArray,
  at: number,
  { across, along, count }: Edge,
  strength: FilterStrength,
): void {
  for (let i = 0, q = at; i < count; i++, q += along) {
    if (!isSmooth(samples, q, across, strength.innerLimit, strength.interiorLimit)) continue
    const detail = hasDetail(samples, q, across, strength.detailThreshold)
    const change = (adjust(samples, q, across, detail) + 1) >> 1
    if (detail) continue
    const q1 = q + across
    const p1 = q - 2 * across
    samples[q1] = unsigned((samples[q1] as number) - 128 - change)
    samples[p1] = unsigned((samples[p1] as number) - 128 + change)
  }
}

function isFlat(samples: Uint8ClampedArray, q0: number, across: number, limit: number): boolean {
  const inner = Math.abs((samples[q0 - across] as number) - (samples[q0] as number))
  const outer = Math.abs((samples[q0 - 2 * across] as number) - (samples[q0 + across] as number))
  return 2 * inner + (outer >> 1) <= limit
}

function isSmooth(samples: Uint8ClampedArray, q0: number, across: number, limit: number, interior: number): boolean {
  return (
    isFlat(samples, q0, across, limit) &&
    difference(samples, q0 - 4 * across, across) <= interior &&
    difference(samples, q0 - 3 * across, across) <= interior &&
    difference(samples, q0 - 2 * across, across) <= interior &&
    difference(samples, q0, across) <= interior &&
    difference(samples, q0 + across, across) <= interior &&
    difference(samples, q0 + 2 * across, across) <= interior
  )
}

function hasDetail(samples: Uint8ClampedArray, q0: number, across: number, threshold: number): boolean {
  return difference(samples, q0 - 2 * across, across) > threshold || difference(samples, q0, across) > threshold
}

/** Of a sample and the next away in the direction of `across`. */
function difference(samples: Uint8ClampedArray, at: number, across: number): number {
  return Math.abs((samples[at] as number) - (samples[at + across] as number))
}

/** §15.2: brings the two samples at the edge closer. Returns by how much the one behind it was lowered. */
function adjust(samples: Uint8ClampedArray, q0: number, across: number, useOuter: boolean): number {
  const p0 = q0 - across
  const p = (samples[p0] as number) - 128
  const q = (samples[q0] as number) - 128
  const outer = useOuter ? signed((samples[p0 - across] as number) - (samples[q0 + across] as number)) : 0
  const step = signed(outer + 3 * (q - p))
  const change = signed(step + 4) >> 3
  samples[q0] = unsigned(q - change)
  samples[p0] = unsigned(p + (signed(step + 3) >> 3))
  return change
}

/** §15.3: brings the three samples on either side closer. */
function adjustWide(samples: Uint8ClampedArray, q0: number, across: number): void {
  const p0 = q0 - across
  const outer = signed((samples[p0 - across] as number) - (samples[q0 + across] as number))
  const step = signed(outer + 3 * ((samples[q0] as number) - (samples[p0] as number)))
  for (let i = 0, weight = 27; i < 3; i++, weight -= 9) {
    const change = signed((weight * step + 63) >> 7)
    const q = q0 + i * across
    const p = p0 - i * across
    samples[q] = unsigned((samples[q] as number) - 128 - change)
    samples[p] = unsigned((samples[p] as number) - 128 + change)
  }
}

function signed(value: number): number {
  return Math.max(-128, Math.min(value, 127))
}

/** Back from samples around zero. */
function unsigned(value: number): number {
  return signed(value) + 128
}
