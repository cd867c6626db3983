import { type LayoutFeatures, type Lookup, readLayoutFeatures } from '../opentype/layout-table.js'
import type { Glyph } from './glyph.js'
import { GlyphDigest } from './glyph-digest.js'
import { firstCoverageAt, LookupContext, type LookupUse } from './lookup-context.js'
import { applyPosition } from './position.js'
import type { LayoutWork, ShapingFont } from './shaping-font.js'
import { applySubstitution } from './substitute.js'

/** The bit that every glyph has. */
export const EVERYWHERE = 1

/** How a feature is applied. */
export interface Feature {
  readonly tag: string
  /** The bit of the glyphs that have it. */
  readonly mask: number
  /** Joiners keep glyphs apart, as the models of syllables ask for. */
  readonly seesJoiners?: boolean
  readonly seesNonJoiners?: boolean
  readonly isPerSyllable?: boolean
}

/** Features whose lookups are applied together, in the order of the lookup list. */
export interface FeatureStage {
  readonly features: readonly Feature[]
}

interface ReadyLookup {
  readonly lookup: Lookup
  readonly digest: GlyphDigest
  readonly digests: readonly GlyphDigest[]
}

interface PlannedLookup {
  readonly use: LookupUse
  readonly ready: ReadyLookup
}

/** The lookups of GSUB or GPOS for one script and language. */
export class LayoutPlan {
  readonly features: LayoutFeatures
  readonly #ready = new Map<number, ReadyLookup | undefined>()

  /** @param tag of the table that `table` is */
  constructor(
    private readonly font: ShapingFont,
    private readonly tag: 'GSUB' | 'GPOS',
    table: DataView,
    scripts: readonly string[],
    language: string | undefined,
  ) {
    const extensionType = tag === 'GSUB' ? 7 : 9
    this.features = readLayoutFeatures(table, scripts, language, extensionType, font.file.variation?.coords)
  }

  /** The lookups of a stage. @param required whether those belong to it that the language cannot do without */
  stage(features: readonly Feature[], required: boolean): readonly PlannedLookup[] {
    const uses = new Map<number, LookupUse>()
    const addAll = (indexes: readonly number[], feature: Feature) => {
      for (const index of indexes) uses.set(index, together(uses.get(index), useOf(index, feature)))
    }
    if (required) addAll(this.features.required, { tag: '', mask: EVERYWHERE })
    for (const feature of features) addAll(this.features.indexesOf(feature.tag), feature)
    const planned: PlannedLookup[] = []
    for (const use of [...uses.values()].sort((a, b) => a.index - b.index)) {
      const ready = this.#lookup(use.index)
      if (ready !== undefined) planned.push({ use, ready })
    }
    return planned
  }

  /** Applies lookups one after the other to all glyphs. @throws RangeError when they do not come to an end */
  apply(planned: readonly PlannedLookup[], glyphs: Glyph[], work: LayoutWork, isRtl: boolean): void {
    if (planned.length === 0) return
    let present = digestOf(glyphs)
    for (const one of planned) {
      if (!one.ready.digest.mayMeet(present)) continue
      if (this.#applyLookup(one, glyphs, work, isRtl)) present = digestOf(glyphs)
    }
  }

  #applyLookup({ use, ready }: PlannedLookup, glyphs: Glyph[], work: LayoutWork, isRtl: boolean): boolean {
    const context = new LookupContext(
      this.font,
      this.features.table,
      this.tag === 'GPOS',
      glyphs,
      work,
      (nested, index) => {
        const inner = this.#lookup(index)
        if (inner === undefined) return false
        nested.lookup = inner.lookup
        return this.#applyHere(nested, inner, isRtl)
      },
      { lookup: ready.lookup, use },
    )
    let applied = false
    const isReverse = this.tag === 'GSUB' && ready.lookup.type === 8
    if (isReverse) {
      for (let i = glyphs.length - 1; i >= 0; i--) {
        context.index = i
        if (this.#isConcerned(context, ready)) applied = this.#applyHere(context, ready, isRtl) || applied
      }
      return applied
    }
    for (context.index = 0; context.index < glyphs.length; context.index++) {
      if (this.#isConcerned(context, ready)) applied = this.#applyHere(context, ready, isRtl) || applied
    }
    return applied
  }

  #isConcerned(context: LookupContext, { digest }: ReadyLookup): boolean {
    const glyph = context.current
    return digest.mayHave(glyph.id) && (glyph.mask & context.use.mask) !== 0 && context.sees(glyph)
  }

  #applyHere(context: LookupContext, { lookup, digests }: ReadyLookup, isRtl: boolean): boolean {
    context.work.addLookup()
    const { id } = context.current
    for (let i = 0; i < lookup.subtables.length; i++) {
      if (!(digests[i] as GlyphDigest).mayHave(id)) continue
      const at = lookup.subtables[i] as number
      const applied =
        this.tag === 'GSUB'
          ? applySubstitution(context, lookup.type, at)
          : applyPosition(context, lookup.type, at, isRtl)
      if (applied) return true
    }
    return false
  }

  #lookup(index: number): ReadyLookup | undefined {
    if (this.#ready.has(index)) return this.#ready.get(index)
    const lookup = this.features.lookupAt(index)
    const ready = lookup && this.#makeReady(lookup)
    this.#ready.set(index, ready)
    return ready
  }

  #makeReady(lookup: Lookup): ReadyLookup {
    const { table } = this.features
    const [context, chain] = this.tag === 'GSUB' ? [5, 6] : [7, 8]
    const kind = lookup.type === context ? 'context' : lookup.type === chain ? 'chain' : 'other'
    const digest = new GlyphDigest()
    const digests = lookup.subtables.map((at) => {
      const own = new GlyphDigest()
      const coverage = firstCoverageAt(table, at, kind)
      own.addCoverage(table, coverage)
      digest.addAll(own)
      return own
    })
    return { lookup, digest, digests }
  }
}

function useOf(index: number, feature: Feature): LookupUse {
  return {
    index,
    mask: feature.mask,
    skipsJoiner: feature.seesJoiners !== true,
    skipsNonJoiner: feature.seesNonJoiners !== true,
    isPerSyllable: feature.isPerSyllable === true,
  }
}

/** A lookup that belongs to two features of a stage. */
function together(one: LookupUse | undefined, other: LookupUse): LookupUse {
  if (one === undefined) return other
  return {
    index: one.index,
    mask: one.mask | other.mask,
    skipsJoiner: one.skipsJoiner && other.skipsJoiner,
    skipsNonJoiner: one.skipsNonJoiner && other.skipsNonJoiner,
    isPerSyllable: one.isPerSyllable && other.isPerSyllable,
  }
}

function digestOf(glyphs: readonly Glyph[]): GlyphDigest {
  const digest = new GlyphDigest()
  for (const glyph of glyphs) digest.add(glyph.id)
  return digest
}
