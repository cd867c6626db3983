import { type Diagnostic, DiagnosticList } from '../base/diagnostics.js'
import { assertNever } from '../base/invariant.js'
import type { Profile } from '../base/profile.js'
import type { PendingSource, WideKeyword } from '../css/properties/declaration.js'
import { usedLineHeight } from '../css/properties/fonts.js'
import {
  type AnyDeclaredValue,
  LONGHANDS,
  type Longhand,
  type LonghandName,
  longhandOf,
} from '../css/properties/longhands.js'
import { parsePropertyValue, textOf, trimBlanks, wideKeyword } from '../css/properties/parse-declaration.js'
import type { UnitContext } from '../css/values/compute-length.js'
import type { ComputeContext } from '../css/values/compute-values.js'
import type { CounterStyles } from '../css/values/counter-style-value.js'
import { usedFontSize } from '../css/values/font-size-adjust.js'
import { substituteVariables } from '../css/values/substitute-variables.js'
import type { FontLibrary, FontSelection } from '../fonts/font-types.js'
import { adjustStyle, isTakenOut, leaveOutBackground, type StyleRole } from './adjust-style.js'
import { type Animations, endOfAnimations } from './animations.js'
import {
  type CascadedDeclaration,
  type CascadeResult,
  type CascadeStep,
  cascade,
  type FlowDirections,
  type PropertyDeclaration,
  propertyFor,
  RollBack,
} from './cascade.js'
import { type ColoredValue, OwnValues } from './colored-values.js'
import type { ComputedStyle } from './computed-style.js'
import {
  type CustomProperties,
  computeCustomProperties,
  hasOpenLengths,
  type RegisteredProperties,
} from './custom-properties.js'
import { hasGapRules, reportGapRules } from './gap-rules.js'
import {
  followColor,
  inheritFields,
  initialStyle,
  type MutableStyle,
  roundLines,
  unadjustedStyle,
} from './initial-style.js'
import { resolveLook } from './native-looks.js'
import { rescaledUnits, rescaleStyle } from './rescale-style.js'
import { shadeBorders } from './shade-borders.js'
import type { Viewport } from './viewport.js'

/** The environment that all style computations of a template share. */
export interface StyleEnvironment {
  readonly fonts: FontLibrary
  readonly profile: Profile
  /** Backgrounds are left out to save ink. */
  readonly savesInk?: boolean | undefined
  readonly viewport: Viewport
  /** Custom properties with an initial value; undefined where no rule registers any. */
  readonly registered?: RegisteredProperties | undefined
  /** Undefined where no rule defines any. */
  readonly counterStyles?: CounterStyles | undefined
  /** Undefined where no rule defines any. */
  readonly animations?: Animations | undefined
  /** Linked and imported files of style sheets. */
  readonly files?: ReadonlySet<string> | undefined
  /** Gives each style its number. */
  readonly nextId: () => number
}

/** A declared value, or the keyword that stands in its place. */
type Resolved = { readonly kind: 'value'; readonly value: AnyDeclaredValue } | { readonly kind: WideKeyword }

/** Computed before all others, in this order. The size is the last: it depends on the family. */
const FONT_NAMES = [
  'font-family',
  'font-weight',
  'font-style',
  'font-stretch',
  'font-size',
  'font-synthesis-weight',
  'font-synthesis-style',
  'font-variation-settings',
  'font-optical-sizing',
] as const

/** Computed before the rest of the cascade, and only where there are keyframes. */
const ANIMATION_NAMES = [
  'animation-name',
  'animation-fill-mode',
  'animation-iteration-count',
  'animation-direction',
] as const

/** Properties that the computation of others refers to. */
const EARLY_NAMES: ReadonlySet<LonghandName> = new Set<LonghandName>([
  'zoom',
  'direction',
  'writing-mode',
  ...FONT_NAMES,
  'font-size-adjust',
  'color',
  'line-height',
  ...ANIMATION_NAMES,
])

/** The properties that are computed after all others, in their order. */
const LATE_NAMES: readonly LonghandName[] = LONGHANDS.map(({ name }) => name).filter((name) => !EARLY_NAMES.has(name))

const LATE_PLACES: ReadonlyMap<LonghandName, number> = new Map(LATE_NAMES.map((name, place) => [name, place]))

/**
 * Computes the style of an element, pseudo-element or page from its cascade (css-cascade-4 §4.2 to §4.4): custom
 * properties, direction, font, then all other properties.
 */
export function computeStyle(
  environment: StyleEnvironment,
  parent: StyleRecord | undefined,
  steps: readonly CascadeStep[],
  role: StyleRole,
): StyleRecord {
  return new StyleComputation(environment, parent, steps, role).run()
}

/** The `transform-origin` of parts of drawings in the style sheet of the user agent (css-transforms-1 §6). */
const UPPER_LEFT = { x: 0, y: 0 }

class StyleComputation {
  readonly #style: MutableStyle
  readonly #parentStyle: ComputedStyle
  #custom: CustomProperties
  #result: CascadeResult
  readonly #diagnostics = new DiagnosticList()
  readonly #own: OwnValues
  #colored: Map<LonghandName, ColoredValue> | undefined
  readonly #winners = new Map<LonghandName, CascadedDeclaration>()

  constructor(
    private readonly environment: StyleEnvironment,
    private readonly parent: StyleRecord | undefined,
    private readonly steps: readonly CascadeStep[],
    private readonly role: StyleRole,
  ) {
    this.#parentStyle = parent?.style ?? initialStyle(-1, initialFont(environment))
    this.#style = unadjustedStyle(environment.nextId(), this.#parentStyle.font)
    this.#own = new OwnValues(this.#style, role === 'root')
    inheritFields(this.#style, this.#parentStyle)
    this.#style.frame = this.#parentStyle.contentMode
    if (role === 'drawing-part') this.#style.transformOrigin = UPPER_LEFT
    this.#result = cascade(steps)
    this.#custom = computeCustomProperties(this.#result.custom, parent?.custom, environment.registered)
  }

  run(): StyleRecord {
    const style = this.#style
    style.language = this.#result.language ?? style.language
    const around = { direction: 'ltr', writingMode: 'horizontal-tb', frame: style.frame } as const
    this.#findWinners(around)
    this.#animate(around)
    this.#zoom()
    const context = this.#context(this.#parentStyle)
    this.#apply('direction', context)
    this.#apply('writing-mode', context)
    if (style.frame === 'vertical-lr') this.#findFrameOnLine(context)
    if (!isSameFlow(style, around)) this.#findWinners(style)
    this.#computeFont(context)
    this.#computeOthers()
    resolveLook(style, this.#winners)
    adjustStyle(style, this.#parentStyle, this.role, this.environment.profile)
    if (this.environment.savesInk) leaveOutBackground(style)
    if (hasGapRules(style)) reportGapRules(style, (name) => this.#winners.get(name), this.#diagnostics)
    shadeBorders(style, this.#colored)
    if (this.environment.profile.wholeLines) roundLines(style)
    const record = {
      style,
      custom: this.#computedCustom(),
      colored: this.#colored,
      root: this.parent?.root,
      problems: this.#problems(),
      children: new Map<number, StyleRecord>(),
      pseudos: new Map<number, StyleRecord>(),
      firstLetters: new Map<number, StyleRecord>(),
      firstLines: new Map<number, StyleRecord>(),
    }
    if (this.role === 'root') record.root = record
    return record
  }

  /** What is handed on: with lengths in px where properties are registered as lengths (css-properties-values-api-1 §2.4). */
  #computedCustom(): CustomProperties {
    const { registered } = this.environment
    const declared = this.#result.custom
    if (!hasOpenLengths(this.#custom, declared, registered)) return this.#custom
    return computeCustomProperties(declared, this.parent?.custom, registered, this.#units(this.#style))
  }

  /** Adds the state in which the animations end to the cascade, above all that is not important (css-cascade-5 §6.2). */
  #animate(flow: FlowDirections): void {
    const { animations, registered } = this.environment
    if (!animations || !ANIMATION_NAMES.some((name) => this.#winners.has(name))) return
    const context = this.#context(this.#parentStyle)
    for (const name of ANIMATION_NAMES) this.#apply(name, context)
    const ends = endOfAnimations(this.#style, animations, this.#diagnostics)
    if (ends.length === 0) return
    this.#result = cascade([...this.steps, ...ends])
    this.#custom = computeCustomProperties(this.#result.custom, this.parent?.custom, registered)
    this.#findWinners(flow)
  }

  /** Pages, and what stands in a drawing, are not zoomed: a drawing is as a whole. */
  #zoom(): void {
    const style = this.#style
    const outer = this.#parentStyle
    if (this.role === 'page' || this.role === 'drawing-part') style.zoom = 1
    else if (this.#winners.has('zoom')) this.#apply('zoom', this.#context(outer))
    if (style.zoom !== outer.zoom) rescaleStyle(style, style.zoom / outer.zoom, this.#context(outer))
  }

  /**
   * Lines that follow each other to the right are laid out as those to the left are, each turned over in its place: what
   * stands on one of them is turned with it.
   */
  #findFrameOnLine(context: ComputeContext): void {
    const style = this.#style
    for (const name of ['display', 'float', 'position'] as const) this.#apply(name, context)
    if (style.display.startsWith('inline') && !isTakenOut(style)) style.frame = 'vertical-rl'
  }

  #problems(): readonly Diagnostic[] | undefined {
    return this.#diagnostics.items.length > 0 ? this.#diagnostics.items : undefined
  }

  #findWinners(flow: FlowDirections): void {
    this.#winners.clear()
    for (const cascaded of this.#result.ordered) {
      const name = propertyFor(cascaded.declaration, flow)
      if (appliesTo(this.role, name)) this.#winners.set(name, cascaded)
    }
  }

  /** The winner's value with `var()` replaced, `revert` and `revert-layer` followed to what lies below them. */
  #resolve(name: LonghandName): Resolved | undefined {
    let winner = this.#winners.get(name)
    let resolved = winner && this.#resolveDeclaration(winner.declaration)
    let rollBack: RollBack | undefined
    while (winner && (resolved?.kind === 'revert' || resolved?.kind === 'revert-layer')) {
      rollBack = RollBack.from(winner.step, resolved.kind, rollBack)
      winner = this.#winnerBelow(name, rollBack)
      resolved = winner ? this.#resolveDeclaration(winner.declaration) : { kind: 'unset' }
    }
    return resolved
  }

  #winnerBelow(name: LonghandName, rollBack: RollBack): CascadedDeclaration | undefined {
    return this.#result.ordered.findLast(
      ({ declaration, step }) => propertyFor(declaration, this.#style) === name && !rollBack.leavesOut(step),
    )
  }

  #resolveDeclaration(declaration: PropertyDeclaration): Resolved {
    switch (declaration.kind) {
      case 'longhand':
        return { kind: 'value', value: declaration.value }
      case 'wide':
        return { kind: declaration.value }
      case 'pending':
        return this.#substitute(declaration.property, declaration.source) ?? { kind: 'unset' }
      default:
        return assertNever(declaration)
    }
  }

  /** A value with `var()`; undefined, with a diagnostic, when it is invalid at computed-value time. */
  #substitute(name: LonghandName, source: PendingSource): Resolved | undefined {
    const tokens = substituteVariables(source.tokens, (variable) => this.#custom.get(variable))
    if (!tokens) {
      // Frameworks leave variables to those who use them: without a value the property is as if it were not set.
      if (this.environment.files?.has(source.span.file)) return undefined
      const message = `a variable in "${source.name}: ${textOf(source.tokens)}" has no value`
      this.#diagnostics.warn('invalid-value', message, source.span)
      return undefined
    }
    const trimmed = trimBlanks(tokens)
    if (trimmed.length === 0 && this.environment.files?.has(source.span.file)) return undefined
    const wide = wideKeyword(trimmed)
    if (wide) return { kind: wide }
    const report = (code: string, message: string) => this.#diagnostics.warn(code, message, source.span)
    const expansion = parsePropertyValue(source.name, trimmed, report, {
      mode: source.mode,
      span: () => source.span,
    })
    if (!expansion) return undefined
    const value = expansion.get(name)
    return value === undefined ? { kind: 'initial' } : { kind: 'value', value }
  }

  /** Computes a property from its declaration; without one it stays inherited or initial. */
  #apply(name: LonghandName, context: ComputeContext): void {
    const resolved = this.#resolve(name)
    if (resolved) this.#set(longhandOf(name), resolved, context)
  }

  #set(longhand: Longhand, resolved: Resolved, context: ComputeContext): void {
    if (resolved.kind === 'value') this.#compute(longhand, resolved.value, context)
    else if (resolved.kind === 'inherit' || (resolved.kind !== 'initial' && longhand.inherited)) {
      this.#inherit(longhand, context)
    } else this.#compute(longhand, longhand.initialValue, context)
  }

  #compute(longhand: Longhand, value: AnyDeclaredValue, context: ComputeContext): void {
    this.#own.colorIsUsed = false
    longhand.compute(this.#style, value, context)
    if (!longhand.isColor && !this.#own.colorIsUsed) return
    this.#colored ??= new Map()
    this.#colored.set(longhand.name, { value, context })
  }

  /** `currentcolor` inherits as it is (css-color-4 §9.3): what has it is computed again, as the parent declared it. */
  #inherit(longhand: Longhand, context: ComputeContext): void {
    const colored = this.parent?.colored?.get(longhand.name)
    if (colored) {
      const units = rescaledUnits(colored.context.units, this.#style.zoom)
      this.#compute(longhand, colored.value, { ...colored.context, own: this.#own, units })
    } else if (longhand.isColor) this.#compute(longhand, longhand.initialValue, context)
    else longhand.inherit(this.#style, this.#parentStyle, context)
  }

  /** What is inherited without a declaration and has `currentcolor` in it. */
  #inheritColored(context: ComputeContext): void {
    const { colored } = this.parent ?? {}
    if (!colored) return
    const isSameColor = this.#style.color === this.#parentStyle.color && this.#style.zoom === this.#parentStyle.zoom
    for (const [name, value] of colored) {
      const longhand = longhandOf(name)
      if (!longhand.inherited || this.#winners.has(name)) continue
      if (isSameColor) {
        this.#colored ??= new Map()
        this.#colored.set(name, value)
      } else this.#inherit(longhand, context)
    }
  }

  /** What selects faces, and the size, then the faces that they select. */
  #computeFont(context: ComputeContext): void {
    const style = this.#style
    // A size that is inherited depends on the family: without a declaration it is computed as well.
    for (const name of FONT_NAMES) this.#set(longhandOf(name), this.#resolve(name) ?? { kind: 'inherit' }, context)
    style.font = this.environment.fonts.select({
      families: style.fontFamily,
      weight: style.fontWeight,
      style: style.fontStyle,
      stretch: style.fontStretch,
      variations: style.fontVariationSettings,
      opticalSize: style.fontOpticalSizing === 'auto' ? style.fontSize : undefined,
      synthesis: { bold: style.fontSynthesisWeight === 'auto', oblique: style.fontSynthesisStyle === 'auto' },
      language: style.language,
    })
  }

  /** @param own the style that relative units refer to: the parent's for the font, else the element's own */
  #context(own: ComputedStyle): ComputeContext {
    const { counterStyles } = this.environment
    return { units: this.#units(own), own: this.#own, parent: this.#parentStyle, counterStyles }
  }

  #units(own: ComputedStyle): UnitContext {
    const root = this.#rootStyle(own)
    const { zoom } = this.#style
    const growth = zoom / own.zoom
    return {
      fontSize: own.fontSize * growth,
      letterSize: own.fontSizeAdjust === 'none' ? undefined : usedFontSize(own, own.font.primary) * growth,
      font: own.font,
      lineHeight: usedLineHeight(own) * growth,
      rootFontSize: root.fontSize / root.zoom,
      rootLineHeight: usedLineHeight(root) / root.zoom,
      zoom,
      viewport: this.environment.viewport,
    }
  }

  #rootStyle(own: ComputedStyle): ComputedStyle {
    const root = this.parent?.root?.style
    if (root) return root
    return this.role === 'root' ? own : initialStyle(-1, initialFont(this.environment))
  }

  #computeOthers(): void {
    const style = this.#style
    const parent = this.#parentStyle
    if (this.#winners.has('font-size-adjust')) this.#apply('font-size-adjust', this.#context(style))
    const before = this.#context(style)
    this.#apply('color', before)
    // `lh` in line-height itself refers to the parent's line height.
    this.#apply('line-height', { ...before, units: { ...before.units, lineHeight: usedLineHeight(parent) } })
    const context = this.#context(style)
    followColor(style)
    this.#inheritColored(context)
    for (const name of lateNames(this.#winners)) this.#apply(name, context)
    const { fontVariantLigatures: ligatures, fontVariantNumeric: numeric, fontFeatureSettings: settings } = style
    const { fontVariantEastAsian: eastAsian, fontVariantPosition: position } = style
    if (
      ligatures !== parent.fontVariantLigatures ||
      numeric !== parent.fontVariantNumeric ||
      eastAsian !== parent.fontVariantEastAsian ||
      position !== parent.fontVariantPosition ||
      settings !== parent.fontFeatureSettings
    ) {
      style.fontFeatures = { ...ligatures, ...numeric, ...eastAsian, ...position, ...settings }
    }
  }
}

/** The declared properties that are computed last, in their order. Most elements declare few. */
function lateNames(winners: ReadonlyMap<LonghandName, unknown>): readonly LonghandName[] {
  const places: number[] = []
  for (const name of winners.keys()) {
    const place = LATE_PLACES.get(name)
    if (place !== undefined) places.push(place)
  }
  return places.sort((a, b) => a - b).map((place) => LATE_NAMES[place] as LonghandName)
}

function isSameFlow(a: FlowDirections, b: FlowDirections): boolean {
  return a.direction === b.direction && a.writingMode === b.writingMode && a.frame === b.frame
}

function initialFont({ fonts }: StyleEnvironment): FontSelection {
  return fonts.select({ families: ['serif'], weight: 400, style: 'normal', stretch: 100 })
}

/** The style of an anonymous box (CSS 2.2 §9.2.1.1): what it inherits, and initial values. */
export function anonymousStyle(
  environment: StyleEnvironment,
  parent: ComputedStyle,
  display: ComputedStyle['display'],
): ComputedStyle {
  const style = initialStyle(environment.nextId(), parent.font)
  inheritFields(style, parent)
  followColor(style)
  style.display = display
  style.frame = style.contentMode = parent.contentMode
  return style
}

/** A computed style with what its descendants inherit besides, and the styles that were computed below it. */
export interface StyleRecord {
  readonly style: ComputedStyle
  readonly custom: CustomProperties
  /** Colours but for `color`, and values with `currentcolor` in them, as they are declared; undefined where none is. */
  readonly colored: ReadonlyMap<LonghandName, ColoredValue> | undefined
  /** The record of the root element, itself for the root. */
  readonly root: StyleRecord | undefined
  /** Diagnostics of the computation, repeated for each document that uses the style. */
  readonly problems: readonly Diagnostic[] | undefined
  /** By id of the cascade node of a child element, of a pseudo-element, and of a first letter or line in the element. */
  readonly children: Map<number, StyleRecord>
  readonly pseudos: Map<number, StyleRecord>
  readonly firstLetters: Map<number, StyleRecord>
  readonly firstLines: Map<number, StyleRecord>
}

/** Properties that apply to a pseudo-element: by the beginnings of their names, and by name. */
interface Applicable {
  readonly groups: RegExp
  readonly others: ReadonlySet<string>
}

const APPLICABLE: Partial<Record<StyleRole, Applicable>> = {
  // css-pseudo-4 §2.2.2; opacity and blending as in browsers, and shapes, which letters that float have as other floats.
  'first-letter': {
    groups: /^(?:font|text|background|border|margin|padding)-/,
    others: new Set<LonghandName>([
      'box-shadow',
      'color',
      'float',
      'initial-letter',
      'letter-spacing',
      'line-height',
      'mix-blend-mode',
      'opacity',
      'shape-margin',
      'shape-outside',
      'vertical-align',
      'word-spacing',
    ]),
  },
  // css-pseudo-4 §2.1.2; in browsers shadows do, `vertical-align` and opacity do not.
  'first-line': {
    groups: /^(?:font|background|text-decoration|text-emphasis|text-underline)-/,
    others: new Set<LonghandName>([
      'box-shadow',
      'color',
      'letter-spacing',
      'line-height',
      'text-shadow',
      'text-transform',
      'visibility',
      'word-spacing',
    ]),
  },
}

function appliesTo(role: StyleRole, name: LonghandName): boolean {
  const applicable = APPLICABLE[role]
  return !applicable || applicable.groups.test(name) || applicable.others.has(name)
}
