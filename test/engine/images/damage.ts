/** Damaged variants of a file: bits turned over, near the start in every other one, and every fifth cut off. The same each time. */
export function* damage(file: Buffer, count: number): Generator<Buffer> {
  let seed = 1
  const random = (below: number): number => {
    seed = (Math.imul(seed, 1_103_515_245) + 12_345) >>> 0
    return (seed >>> 8) % below
  }
  for (let variant = 0; variant < count; variant++) {
    const bytes = Buffer.from(file)
    for (let flips = 1 + random(4); flips > 0; flips--) {
      const at = random(variant % 2 === 0 ? bytes.length : Math.min(60, bytes.length))
      bytes[at] = (bytes[at] ?? 0) ^ (1 << random(8))
    }
    yield variant % 5 === 4 ? bytes.subarray(0, random(bytes.length)) : bytes
  }
}
