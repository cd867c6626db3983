/** √2 · cos(π/8) less one, and √2 · sin(π/8), in 65536ths (RFC 6386 §14.4). */
const COSINE = 20091
const SINE = 35468

const rows = new Int32Array(16)

/** §14.3: spreads the transformed DC coefficients over 16 blocks of 16 coefficients. */
export function inverseWalsh(dc: Int16Array, blocks: Int16Array): void {
  for (let i = 0; i < 4; i++) {
    const a = (dc[i] as number) + (dc[12 + i] as number)
    const b = (dc[4 + i] as number) + (dc[8 + i] as number)
    const c = (dc[4 + i] as number) - (dc[8 + i] as number)
    const d = (dc[i] as number) - (dc[12 + i] as number)
    rows[i] = a + b
    rows[4 + i] = c + d
    rows[8 + i] = a - b
    rows[12 + i] = d - c
  }
  for (let i = 0; i < 16; i += 4) {
    const a = (rows[i] as number) + (rows[i + 3] as number)
    const b = (rows[i + 1] as number) + (rows[i + 2] as number)
    const c = (rows[i + 1] as number) - (rows[i + 2] as number)
    const d = (rows[i] as number) - (rows[i + 3] as number)
    blocks[16 * i] = (a + b + 3) >> 3
    blocks[16 * (i + 1)] = (c + d + 3) >> 3
    blocks[16 * (i + 2)] = (a - b + 3) >> 3
    blocks[16 * (i + 3)] = (d - c + 3) >> 3
  }
}

/** §14.4: adds the inverse transform of the 16 coefficients at `block` to the 4 × 4 samples at `at`. */
export function addInverseDct(
  blocks: Int16Array,
  block: number,
  samples: Uint8ClampedArray,
  at: number,
  stride: number,
): void {
  for (let i = 0; i < 4; i++) {
    const first = blocks[block + i] as number
    const second = blocks[block + 4 + i] as number
    const third = blocks[block + 8 + i] as number
    const fourth = blocks[block + 12 + i] as number
    const a = first + third
    const b = first - third
    const c = ((second * SINE) >> 16) - fourth - ((fourth * COSINE) >> 16)
    const d = second + ((second * COSINE) >> 16) + ((fourth * SINE) >> 16)
    rows[i] = a + d
    rows[4 + i] = b + c
    rows[8 + i] = b - c
    rows[12 + i] = a - d
  }
  for (let y = 0; y < 4; y++) {
    const first = rows[4 * y] as number
    const second = rows[4 * y + 1] as number
    const third = rows[4 * y + 2] as number
    const fourth = rows[4 * y + 3] as number
    const a = first + third + 4
    const b = first - third + 4
    const c = ((second * SINE) >> 16) - fourth - ((fourth * COSINE) >> 16)
    const d = second + ((second * COSINE) >> 16) + ((fourth * SINE) >> 16)
    const to = at + y * stride
    samples[to] = (samples[to] as number) + ((a + d) >> 3)
    samples[to + 1] = (samples[to + 1] as number) + ((b + c) >> 3)
    samples[to + 2] = (samples[to + 2] as number) + ((b - c) >> 3)
    samples[to + 3] = (samples[to + 3] as number) + ((a - d) >> 3)
  }
}
