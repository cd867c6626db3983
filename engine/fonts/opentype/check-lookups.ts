import { assertNever } from '../../base/invariant.js'
import { EntryCounter } from './entry-counter.js'
import type { Table } from './table.js'

/** Entries per byte of a table: arrays of two bytes that a few subtables share. */
const ENTRIES_PER_BYTE = 4
const FEW_ENTRIES = 100_000

/** The lookup types by their part in GSUB and GPOS (OpenType 1.9, "GSUB" and "GPOS"). */
type LookupKind =
  | 'values'
  | 'sequences'
  | 'ligatures'
  | 'context'
  | 'chain'
  | 'extension'
  | 'reverse'
  | 'positions'
  | 'pairs'
  | 'cursive'
  | 'marks'
  | 'ligature-marks'

const KINDS: Readonly<Record<'GSUB' | 'GPOS', readonly (LookupKind | undefined)[]>> = {
  GSUB: [undefined, 'values', 'sequences', 'sequences', 'ligatures', 'context', 'chain', 'extension', 'reverse'],
  GPOS: [
    undefined,
    'positions',
    'pairs',
    'cursive',
    'marks',
    'ligature-marks',
    'marks',
    'context',
    'chain',
    'extension',
  ],
}

/** Checks the subtables of one layout table. What several share is looked at once. */
export class LookupCheck {
  readonly #counter: EntryCounter
  readonly #seen = new Set<number>()

  constructor(
    private readonly table: Table,
    private readonly tag: 'GSUB' | 'GPOS',
  ) {
    this.#counter = new EntryCounter(table, FEW_ENTRIES + ENTRIES_PER_BYTE * table.byteLength)
  }

  /** @throws RangeError when it, or what it refers to, ends outside of the table */
  subtable(type: number, at: number): void {
    const { table } = this
    const kind = KINDS[this.tag][type]
    if (kind === undefined) throw new RangeError('the type of a lookup')
    if (kind === 'extension') {
      const extended = table.getUint16(at + 2)
      if (KINDS[this.tag][extended] === 'extension') throw new RangeError('the type of a lookup')
      this.subtable(extended, at + table.getUint32(at + 4))
      return
    }
    if (!this.#isNew(at)) return
    if (kind === 'context' || kind === 'chain') this.#context(at, kind === 'chain')
    else {
      this.#coverage(at + table.getUint16(at + 2))
      this.#plain(kind, at)
    }
  }

  #plain(kind: Exclude<LookupKind, 'context' | 'chain' | 'extension'>, at: number): void {
    const { table } = this
    switch (kind) {
      case 'values':
        if (table.getUint16(at) !== 1) this.#array(at + 4, 2)
        return
      case 'sequences':
        this.#offsets(at, at + 4, (sequence) => this.#array(sequence, 2))
        return
      case 'ligatures':
        this.#offsets(at, at + 4, (set) => this.#offsets(set, set, (ligature) => this.#ligature(ligature)))
        return
      case 'reverse':
        this.#array(this.#coverages(at, this.#coverages(at, at + 4)), 2)
        return
      case 'positions': {
        const size = valueSize(table.getUint16(at + 4))
        if (table.getUint16(at) === 1) this.#counter.array(at + 6, 1, size)
        else this.#counter.array(at + 8, table.getUint16(at + 6), size)
        return
      }
      case 'pairs':
        this.#pairs(at)
        return
      case 'cursive':
        this.#array(at + 4, 4)
        return
      case 'marks':
        this.#marks(at, (bases, classes) => this.#counter.array(bases + 2, table.getUint16(bases) * classes, 2))
        return
      case 'ligature-marks':
        this.#marks(at, (ligatures, classes) => {
          this.#offsets(ligatures, ligatures, (ligature) => {
            this.#counter.array(ligature + 2, table.getUint16(ligature) * classes, 2)
          })
        })
        return
      default:
        assertNever(kind)
    }
  }

  #pairs(at: number): void {
    const { table } = this
    const size = valueSize(table.getUint16(at + 4)) + valueSize(table.getUint16(at + 6))
    if (table.getUint16(at) === 1) {
      this.#offsets(at, at + 8, (set) => this.#array(set, 2 + size))
      return
    }
    this.#classes(at + table.getUint16(at + 8))
    this.#classes(at + table.getUint16(at + 10))
    this.#counter.array(at + 16, table.getUint16(at + 12) * table.getUint16(at + 14), size)
  }

  /** @param bases checks the anchors that the marks are attached to, by how many classes of marks there are */
  #marks(at: number, bases: (array: number, classes: number) => void): void {
    const { table } = this
    this.#coverage(at + table.getUint16(at + 4))
    this.#array(at + table.getUint16(at + 8), 4)
    bases(at + table.getUint16(at + 10), table.getUint16(at + 6))
  }

  #context(at: number, isChain: boolean): void {
    const { table } = this
    const format = table.getUint16(at)
    if (format === 3) {
      let next = at + 2
      if (isChain) for (let part = 0; part < 3; part++) next = this.#coverages(at, next)
      else {
        const glyphs = table.getUint16(at + 2)
        for (let i = 0; i < glyphs; i++) this.#coverage(at + table.getUint16(at + 6 + i * 2))
        this.#counter.array(at + 6 + glyphs * 2, table.getUint16(at + 4), 4)
      }
      if (isChain) this.#array(next, 4)
      return
    }
    this.#coverage(at + table.getUint16(at + 2))
    const definitions = format === 2 ? (isChain ? 3 : 1) : 0
    for (let i = 0; i < definitions; i++) {
      const classes = table.getUint16(at + 4 + i * 2)
      if (classes !== 0) this.#classes(at + classes)
    }
    this.#offsets(at, at + 4 + definitions * 2, (set) => {
      this.#offsets(set, set, (rule) => (isChain ? this.#chainRule(rule) : this.#rule(rule)))
    })
  }

  #rule(at: number): void {
    const glyphs = Math.max(1, this.table.getUint16(at))
    const records = this.table.getUint16(at + 2)
    this.#counter.array(at + 4, glyphs - 1, 2)
    this.#counter.array(at + 4 + (glyphs - 1) * 2, records, 4)
  }

  #chainRule(at: number): void {
    const backtrackEnd = this.#array(at, 2)
    const glyphs = Math.max(1, this.table.getUint16(backtrackEnd))
    this.#counter.array(backtrackEnd + 2, glyphs - 1, 2)
    this.#array(this.#array(backtrackEnd + 2 + (glyphs - 1) * 2, 2), 4)
  }

  /** Coverages of which an array holds the offsets; returns the offset behind it. */
  #coverages(base: number, at: number): number {
    this.#offsets(base, at, (coverage) => this.#coverage(coverage))
    return at + 2 + this.table.getUint16(at) * 2
  }

  /** Checks the targets of an array of offsets; an offset of 0 has none. */
  #offsets(base: number, at: number, check: (at: number) => void): void {
    const count = this.#counter.count(at)
    for (let i = 0; i < count; i++) {
      const offset = this.table.getUint16(at + 2 + i * 2)
      if (offset !== 0) check(base + offset)
    }
  }

  /** An array with its count before it; returns the offset behind it. */
  #array(at: number, size: number): number {
    const count = this.table.getUint16(at)
    this.#counter.array(at + 2, count, size)
    return at + 2 + count * size
  }

  #coverage(at: number): void {
    if (this.#isNew(at)) this.#array(at + 2, this.table.getUint16(at) === 2 ? 6 : 2)
  }

  #classes(at: number): void {
    if (!this.#isNew(at)) return
    if (this.table.getUint16(at) === 1) this.#array(at + 4, 2)
    else this.#array(at + 2, 6)
  }

  /** The first component is in the coverage: one less stands here. */
  #ligature(at: number): void {
    this.#counter.array(at + 4, Math.max(0, this.table.getUint16(at + 2) - 1), 2)
  }

  #isNew(at: number): boolean {
    if (this.#seen.has(at)) return false
    this.#seen.add(at)
    return true
  }
}

/** Bytes of a value record: two for each bit of its format. */
function valueSize(format: number): number {
  let size = 0
  for (let bits = format & 0xff; bits > 0; bits >>= 1) size += 2 * (bits & 1)
  return size
}
