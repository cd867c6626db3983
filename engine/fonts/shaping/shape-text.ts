import { isDefaultIgnorable } from '../characters.js'
import { readKernTable } from '../kern-table.js'
import type { FontFile } from '../opentype/font-file.js'
import type { PreparedText } from '../prepare-text.js'
import { type Glyph, MARK_GLYPH, makeGlyph } from './glyph.js'
import { EVERYWHERE, type Feature, LayoutPlan } from './layout-plan.js'
import { MASKS } from './masks.js'
import { everywhere, type ShapingModel, type ShapingRun } from './models/model.js'
import { modelOf } from './models/model-of-script.js'
import { placeAttached } from './position.js'
import { LayoutWork, ShapingFont } from './shaping-font.js'

/** Features of all scripts that are on by default in horizontal text. */
const COMMON_FEATURES = 'abvm blwm ccmp locl mark mkmk rlig calt clig curs dist kern liga rclt'.split(' ')

const NONSPACING_MARK = /^\p{Mn}$/u
const DECIMAL_DIGIT = /^\p{Nd}$/u
const FRACTION_SLASH = 0x2044

/** How text is shaped, as far as it decides which lookups apply. */
export interface PlanRequest {
  readonly script: string
  /** Under which the font may have the script, best first. */
  readonly scriptTags: readonly string[]
  readonly language: string | undefined
  readonly isRtl: boolean
  readonly features: Readonly<Record<string, boolean>>
}

interface Stage {
  readonly before: ((run: ShapingRun) => void) | undefined
  readonly lookups: ReturnType<LayoutPlan['stage']>
}

/** Shapes prepared text of one face in one style. */
export class TextShaper {
  readonly model: ShapingModel
  readonly #font: ShapingFont
  readonly #gsub: LayoutPlan | undefined
  readonly #gpos: LayoutPlan | undefined
  readonly #stages: readonly Stage[]
  readonly #positioning: ReturnType<LayoutPlan['stage']>
  readonly #kerning: ((left: number, right: number) => number) | undefined
  readonly #hasFractions: boolean

  /** @throws RangeError when the layout tables of the font cannot be followed */
  constructor(
    private readonly file: FontFile,
    private readonly request: PlanRequest,
  ) {
    const font = new ShapingFont(file)
    const { scriptTags, language, features } = request
    this.#font = font
    this.#gsub = font.gsub && new LayoutPlan(font, 'GSUB', font.gsub, scriptTags, language)
    this.#gpos = font.gpos && new LayoutPlan(font, 'GPOS', font.gpos, scriptTags, language)
    this.model = modelOf(request.script, this.#gsub?.features.isOfScript ?? false)
    this.#stages = this.#planStages()
    this.#positioning = this.#gpos?.stage(this.#positioningFeatures(), true) ?? []
    const hasKerning = this.#gpos?.features.has('kern') === true
    const table = features.kern === false || hasKerning ? undefined : file.tables.get('kern')
    this.#kerning = table && readKernTable(table)
    this.#hasFractions = ['frac', 'numr', 'dnom'].some((tag) => this.#gsub?.features.has(tag))
  }

  /** The glyphs in logical order, placed. @throws RangeError when lookups do not come to an end */
  shape(text: PreparedText): readonly Glyph[] {
    const glyphs = text.codePoints.map((codePoint, source) => this.#makeGlyph(codePoint, source))
    const work = new LayoutWork(glyphs.length)
    const run: ShapingRun = {
      glyphs,
      font: this.#font,
      script: this.request.script,
      gsub: this.#gsub,
      work,
      makeGlyph: (codePoint, beside) => {
        const id = this.file.cmap.glyphOf(codePoint)
        return id === 0 ? undefined : this.#makeGlyph(codePoint, beside.source)
      },
    }
    if (this.#hasFractions) setFractions(glyphs)
    for (const { before, lookups } of this.#stages) {
      before?.(run)
      this.#gsub?.apply(lookups, glyphs, work, this.request.isRtl)
    }
    this.#place(glyphs, work)
    return glyphs
  }

  #makeGlyph(codePoint: number, source: number): Glyph {
    const glyph = makeGlyph(0, codePoint, source)
    this.#font.setId(glyph, this.file.cmap.glyphOf(codePoint))
    glyph.mask = EVERYWHERE
    glyph.isIgnorable = isDefaultIgnorable(codePoint)
    glyph.isHidden = glyph.isIgnorable && isSeenBySubstitutions(codePoint)
    if (!this.#font.kinds.hasKinds) {
      const isMark = !glyph.isIgnorable && NONSPACING_MARK.test(String.fromCodePoint(codePoint))
      glyph.kind = isMark ? MARK_GLYPH : 1
    }
    return glyph
  }

  #place(glyphs: Glyph[], work: LayoutWork): void {
    for (const glyph of glyphs) glyph.advance = this.file.advanceWidth(glyph.id)
    if (this.model.zeroMarks === 'early') this.#zeroMarks(glyphs)
    this.#gpos?.apply(this.#positioning, glyphs, work, this.request.isRtl)
    if (this.#kerning !== undefined) this.#kern(glyphs, this.#kerning)
    if (this.model.zeroMarks === 'late') this.#zeroMarks(glyphs)
    for (const glyph of glyphs) if (glyph.isIgnorable) glyph.advance = 0
    placeAttached(glyphs, this.request.isRtl)
  }

  /** Marks have no advance, whatever the font says. Those that no lookup places move over the glyph before. */
  #zeroMarks(glyphs: readonly Glyph[]): void {
    const movesBack = this.#gpos === undefined && this.#kerning === undefined && !this.request.isRtl
    for (const glyph of glyphs) {
      if (glyph.kind !== MARK_GLYPH) continue
      if (movesBack) glyph.xOffset -= glyph.advance
      glyph.advance = 0
    }
  }

  #kern(glyphs: readonly Glyph[], kerning: (left: number, right: number) => number): void {
    let left: Glyph | undefined
    for (const glyph of glyphs) {
      if (glyph.kind === MARK_GLYPH) continue
      if (left !== undefined) {
        const [first, second] = this.request.isRtl ? [glyph, left] : [left, glyph]
        const value = kerning(first.id, second.id)
        left.advance += this.request.isRtl ? 0 : value
        if (this.request.isRtl) glyph.advance += value
      }
      left = glyph
    }
  }

  #planStages(): readonly Stage[] {
    const gsub = this.#gsub
    const { stages } = this.model
    const known = new Set(stages.flatMap(({ features }) => features.map(({ tag }) => tag)))
    const plan = (features: readonly Feature[]) =>
      gsub?.stage(
        features.filter(({ tag }) => this.#isOn(tag)),
        false,
      ) ?? []
    const first: Stage = { before: undefined, lookups: gsub?.stage(everywhere('rvrn'), true) ?? [] }
    const planned = stages.map((stage, i): Stage => {
      const isLast = i === stages.length - 1
      const own = i === 0 ? [...this.#directionFeatures(), ...stage.features] : stage.features
      const features = isLast ? [...own, ...this.#furtherFeatures(known)] : own
      return { before: stage.before, lookups: plan(features) }
    })
    return [first, ...planned]
  }

  #isOn(tag: string): boolean {
    return this.request.features[tag] !== false
  }

  #directionFeatures(): readonly Feature[] {
    const { features, isRtl } = this.request
    const fractions = (['frac', 'numr', 'dnom'] as const).map((tag) => ({
      tag,
      mask: features[tag] === true ? EVERYWHERE : MASKS[tag],
    }))
    return [...everywhere(isRtl ? 'rtla' : 'ltra ltrm'), ...fractions]
  }

  /** The features of all scripts, and those that the text asks for, but those that stages have. */
  #furtherFeatures(known: ReadonlySet<string>): readonly Feature[] {
    const { features } = this.request
    const off = new Set(this.model.off)
    const wanted = new Set(COMMON_FEATURES.filter((tag) => !off.has(tag)))
    for (const [tag, on] of Object.entries(features)) if (on) wanted.add(tag)
    for (const tag of ['frac', 'numr', 'dnom']) wanted.delete(tag)
    return [...wanted].filter((tag) => !known.has(tag)).map((tag) => ({ tag, mask: EVERYWHERE }))
  }

  #positioningFeatures(): readonly Feature[] {
    const own = this.model.stages.flatMap(({ features }) => features)
    const further = this.#furtherFeatures(new Set())
    return [...this.#directionFeatures(), ...own, ...further].filter(({ tag }) => this.#isOn(tag))
  }
}

/** Characters that are never drawn but change what stands beside them. */
function isSeenBySubstitutions(codePoint: number): boolean {
  return (
    codePoint === 0x034f ||
    (codePoint >= 0x180b && codePoint <= 0x180f) ||
    (codePoint >= 0xe0020 && codePoint <= 0xe007f)
  )
}

/** The digits around a fraction slash are its numerator and denominator. */
function setFractions(glyphs: readonly Glyph[]): void {
  const isDigit = (glyph: Glyph | undefined) =>
    glyph !== undefined && DECIMAL_DIGIT.test(String.fromCodePoint(glyph.codePoint))
  for (let i = 0; i < glyphs.length; i++) {
    const slash = glyphs[i] as Glyph
    if (slash.codePoint !== FRACTION_SLASH) continue
    slash.mask |= MASKS.frac
    for (let k = i - 1; isDigit(glyphs[k]); k--) (glyphs[k] as Glyph).mask |= MASKS.frac | MASKS.numr
    let end = i + 1
    for (; isDigit(glyphs[end]); end++) (glyphs[end] as Glyph).mask |= MASKS.frac | MASKS.dnom
    i = end - 1
  }
}
