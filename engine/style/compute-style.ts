import { type Diagnostic, DiagnosticList } from '../base/diagnostics.js'
import type { Size } from '../base/geometry.js'
import type { PendingSource, WideKeyword } from '../css/declaration.js'
import { type AnyDeclaredValue, type DeclaredValue, LONGHAND_NAMES, type LonghandName } from '../css/longhands.js'
import { parsePropertyValue, textOf, trimBlanks, wideKeyword } from '../css/parse-declaration.js'
import { rightToLeftName } from '../css/property-names.js'
import { substituteVariables } from '../css/substitute-variables.js'
import type { FontLibrary } from '../fonts/font-types.js'
import { adjustStyle, type StyleRole } from './adjust-style.js'
import {
  type CascadedDeclaration,
  type CascadeResult,
  type CascadeStep,
  cascade,
  type PropertyDeclaration,
  propertyFor,
  RollBack,
} from './cascade.js'
import {
  type ComputedFontSize,
  computeFontSize,
  computeFontWeight,
  inheritFontSize,
  isMonospace,
  keywordSize,
} from './compute-font.js'
import { type UnitContext, usedLineHeight } from './compute-length.js'
import { COMPUTATIONS } from './compute-longhands.js'
import type { ComputedStyle } from './computed-style.js'
import { type CustomProperties, computeCustomProperties, NO_CUSTOM_PROPERTIES } from './custom-properties.js'
import { appliesToFirstLetter } from './first-letter.js'
import { copyField, INHERITED_FIELDS, initialStyle, type MutableStyle } from './initial-style.js'
import {
  type FeatureParts,
  FONT_LONGHANDS,
  type LonghandContext,
  NO_FEATURE_PARTS,
  type OtherLonghand,
} from './longhand-context.js'
import { fieldsOf } from './longhand-fields.js'
import type { StyleRecord } from './style-record.js'

/** What all style computations of a template share. */
export interface StyleEnvironment {
  readonly fonts: FontLibrary
  /** The page's content area, for `vw` and `vh`. */
  readonly viewport: Size
  /** Gives each style its number. */
  readonly nextId: () => number
}

/** A declared value, or the keyword that stands in its place. */
type Resolved = { readonly kind: 'value'; readonly value: AnyDeclaredValue } | { readonly kind: WideKeyword }

const INHERITED = new Set<string>(INHERITED_FIELDS)

const FONT_NAMES = new Set<string>(FONT_LONGHANDS)

/** After the font, in an order in which each finds what it refers to. */
const OTHER_NAMES = LONGHAND_NAMES.filter((name): name is OtherLonghand => !FONT_NAMES.has(name))

/** The colours that are `currentcolor` unless set. */
const CURRENT_COLOR_FIELDS = [
  'borderTopColor',
  'borderRightColor',
  'borderBottomColor',
  'borderLeftColor',
  'textDecorationColor',
  'outlineColor',
  'columnRuleColor',
] as const

const BORDER_WIDTH_FIELDS = [
  'borderTopWidth',
  'borderRightWidth',
  'borderBottomWidth',
  'borderLeftWidth',
  'outlineWidth',
  'columnRuleWidth',
] as const

/** CSS 2.2 §8.5.1: the initial width, which counts when a style is set. */
const MEDIUM_BORDER = 3

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
  return new StyleComputation(environment, parent, cascade(steps), role).run()
}

class StyleComputation {
  readonly #style: MutableStyle
  readonly #initial: MutableStyle
  readonly #parentStyle: ComputedStyle
  readonly #custom: CustomProperties
  readonly #diagnostics = new DiagnosticList()
  readonly #winners = new Map<LonghandName, CascadedDeclaration>()
  #fontSize: ComputedFontSize

  constructor(
    private readonly environment: StyleEnvironment,
    private readonly parent: StyleRecord | undefined,
    private readonly result: CascadeResult,
    private readonly role: StyleRole,
  ) {
    const font = environment.fonts.select({ families: ['serif'], weight: 400, style: 'normal', stretch: 100 })
    this.#initial = initialStyle(-1, font)
    this.#style = initialStyle(environment.nextId(), font)
    this.#parentStyle = parent?.style ?? this.#initial
    for (const field of INHERITED_FIELDS) copyField(this.#style, this.#parentStyle, field)
    this.#fontSize = {
      px: this.#parentStyle.fontSize,
      source: parent?.fontSizeSource ?? { keyword: 'medium', absolute: false },
    }
    this.#custom = computeCustomProperties(result.custom, parent?.custom ?? NO_CUSTOM_PROPERTIES)
  }

  run(): StyleRecord {
    const style = this.#style
    style.language = this.result.language ?? style.language
    this.#findWinners('ltr')
    this.#applyPlain('direction')
    if (style.direction === 'rtl') this.#findWinners('rtl')
    this.#computeFont()
    const features = this.#computeOthers()
    adjustStyle(style, this.#parentStyle, this.role)
    const record = {
      style,
      custom: this.#custom,
      features,
      fontSizeSource: this.#fontSize.source,
      root: this.parent?.root,
      problems: this.#problems(),
      children: new Map<number, StyleRecord>(),
      pseudos: new Map<number, StyleRecord>(),
      firstLetters: new Map<number, StyleRecord>(),
    }
    if (this.role === 'root') record.root = record
    return record
  }

  #problems(): readonly Diagnostic[] | undefined {
    return this.#diagnostics.items.length > 0 ? this.#diagnostics.items : undefined
  }

  #findWinners(direction: 'ltr' | 'rtl'): void {
    this.#winners.clear()
    for (const cascaded of this.result.ordered) {
      const name = propertyFor(cascaded.declaration, direction)
      if (this.role !== 'first-letter' || appliesToFirstLetter(name)) this.#winners.set(name, cascaded)
    }
  }

  /** The winner's value with `var()` replaced, `revert` and `revert-layer` followed to what lies below them. */
  #resolve(name: LonghandName): Resolved | undefined {
    let winner = this.#winners.get(name)
    let resolved = winner && this.#resolveDeclaration(name, winner.declaration)
    let rollBack: RollBack | undefined
    while (winner && (resolved?.kind === 'revert' || resolved?.kind === 'revert-layer')) {
      rollBack = RollBack.from(winner.step, resolved.kind, rollBack)
      winner = this.#winnerBelow(name, rollBack)
      resolved = winner ? this.#resolveDeclaration(name, winner.declaration) : { kind: 'unset' }
    }
    return resolved
  }

  #winnerBelow(name: LonghandName, rollBack: RollBack): CascadedDeclaration | undefined {
    const { direction } = this.#style
    return this.result.ordered.findLast(
      ({ declaration, step }) => propertyFor(declaration, direction) === name && !rollBack.leavesOut(step),
    )
  }

  #resolveDeclaration(name: LonghandName, declaration: PropertyDeclaration): Resolved {
    switch (declaration.kind) {
      case 'longhand':
        return { kind: 'value', value: declaration.value }
      case 'wide':
        return { kind: declaration.value }
      case 'pending':
        return this.#substitute(name, declaration.source) ?? { kind: 'unset' }
    }
  }

  /** A value with `var()`; undefined, with a diagnostic, when it is invalid at computed-value time. */
  #substitute(name: LonghandName, source: PendingSource): Resolved | undefined {
    const tokens = substituteVariables(source.tokens, (variable) => this.#custom.get(variable))
    if (!tokens) {
      const message = `a variable in "${source.name}: ${textOf(source.tokens)}" has no value`
      this.#diagnostics.warn('invalid-value', message, source.span)
      return undefined
    }
    const trimmed = trimBlanks(tokens)
    const wide = wideKeyword(trimmed)
    if (wide) return { kind: wide }
    const report = (code: string, message: string) => this.#diagnostics.warn(code, message, source.span)
    const expansion = parsePropertyValue(source.name, trimmed, report, {
      mode: source.mode,
      span: () => source.span,
    })
    if (!expansion) return undefined
    const value = expansion.get(name) ?? expansion.get(rightToLeftName(source.name, name) ?? name)
    return value === undefined ? { kind: 'initial' } : { kind: 'value', value }
  }

  // AD-HOC: the value was parsed by the parser of this very longhand, which the map of winners cannot express.
  #value<P extends LonghandName>(_name: P, value: AnyDeclaredValue): DeclaredValue<P> {
    return value as DeclaredValue<P>
  }

  #applyPlain<P extends OtherLonghand>(name: P, context?: LonghandContext): void {
    const resolved = this.#resolve(name)
    if (!resolved) return
    if (resolved.kind === 'value') {
      COMPUTATIONS[name](this.#style, this.#value(name, resolved.value), context ?? this.#context())
      return
    }
    for (const field of fieldsOf(name)) this.#applyWide(field, resolved.kind)
  }

  #applyWide(field: keyof ComputedStyle, keyword: WideKeyword): void {
    // The initial value of `page` is `auto`, which means the parent's.
    const inherits = keyword === 'inherit' || field === 'page' || (keyword !== 'initial' && INHERITED.has(field))
    const currentColor = CURRENT_COLOR_FIELDS.find((name) => name === field)
    const borderWidth = BORDER_WIDTH_FIELDS.find((name) => name === field)
    if (inherits) copyField(this.#style, this.#parentStyle, field)
    else if (currentColor) this.#style[currentColor] = this.#style.color
    else if (borderWidth) this.#style[borderWidth] = MEDIUM_BORDER
    else copyField(this.#style, this.#initial, field)
  }

  /** Family, weight, style, stretch and size, then the faces that they select. */
  #computeFont(): void {
    const style = this.#style
    for (const name of FONT_LONGHANDS) {
      const resolved = this.#resolve(name)
      if (name === 'font-size') this.#computeFontSize(resolved)
      else if (resolved?.kind === 'value') this.#setFontValue(name, resolved.value)
      else if (resolved) for (const field of fieldsOf(name)) this.#applyWide(field, resolved.kind)
    }
    style.font = this.environment.fonts.select({
      families: style.fontFamily,
      weight: style.fontWeight,
      style: style.fontStyle,
      stretch: style.fontStretch,
      language: style.language,
    })
  }

  #setFontValue(name: Exclude<(typeof FONT_LONGHANDS)[number], 'font-size'>, value: AnyDeclaredValue): void {
    const style = this.#style
    switch (name) {
      case 'font-family':
        style.fontFamily = this.#value(name, value)
        return
      case 'font-weight':
        style.fontWeight = computeFontWeight(this.#value(name, value), this.#parentStyle.fontWeight)
        return
      case 'font-style':
        style.fontStyle = this.#value(name, value)
        return
      case 'font-stretch':
        style.fontStretch = this.#value(name, value)
        return
    }
  }

  #computeFontSize(resolved: Resolved | undefined): void {
    const monospace = isMonospace(this.#style.fontFamily)
    const parent = {
      size: this.#parentStyle.fontSize,
      source: this.#fontSize.source,
      monospace: isMonospace(this.#parentStyle.fontFamily),
    }
    if (resolved?.kind === 'value') {
      const value = this.#value('font-size', resolved.value)
      this.#fontSize = computeFontSize(value, monospace, parent, this.#units(this.#parentStyle))
    } else if (resolved?.kind === 'initial') {
      this.#fontSize = { px: keywordSize('medium', monospace), source: { keyword: 'medium', absolute: false } }
    } else {
      this.#fontSize = inheritFontSize(monospace, parent)
    }
    this.#style.fontSize = this.#fontSize.px
  }

  #units(own: ComputedStyle): UnitContext {
    const root = this.parent?.root?.style ?? (this.role === 'root' ? own : this.#initial)
    return {
      fontSize: own.fontSize,
      font: own.font,
      lineHeight: usedLineHeight(own),
      rootFontSize: root.fontSize,
      rootLineHeight: usedLineHeight(root),
      viewportWidth: this.environment.viewport.width,
      viewportHeight: this.environment.viewport.height,
    }
  }

  #context(): LonghandContext {
    return {
      parent: this.#parentStyle,
      units: this.#units(this.#style),
      features: this.parent?.features ?? NO_FEATURE_PARTS,
    }
  }

  #computeOthers(): FeatureParts {
    const style = this.#style
    // `lh` in line-height itself refers to the parent's line height.
    const lineHeight = usedLineHeight(this.#parentStyle)
    const before = this.#context()
    this.#applyPlain('color')
    this.#applyPlain('line-height', { ...before, units: { ...before.units, lineHeight } })
    for (const field of CURRENT_COLOR_FIELDS) style[field] = style.color
    for (const field of BORDER_WIDTH_FIELDS) style[field] = MEDIUM_BORDER
    const context = this.#context()
    const inheritedFeatures = context.features
    for (const name of OTHER_NAMES) {
      if (name === 'direction' || name === 'color' || name === 'line-height' || !this.#winners.has(name)) continue
      this.#applyPlain(name, context)
      this.#resetFeatures(name, context)
    }
    const { ligatures, numeric, settings } = context.features
    if (context.features !== inheritedFeatures) style.fontFeatures = { ...ligatures, ...numeric, ...settings }
    return context.features
  }

  /** CSS-wide keywords of the parts of `fontFeatures`, which are no fields of the style. */
  #resetFeatures(name: OtherLonghand, context: LonghandContext): void {
    const part = FEATURE_PARTS.get(name)
    const keyword = part && this.#resolve(name)?.kind
    if (part && keyword === 'initial') context.features = { ...context.features, [part]: {} }
  }
}

const FEATURE_PARTS: ReadonlyMap<string, keyof FeatureParts> = new Map<string, keyof FeatureParts>([
  ['font-variant-ligatures', 'ligatures'],
  ['font-variant-numeric', 'numeric'],
  ['font-feature-settings', 'settings'],
])

/** The style of an anonymous box (CSS 2.2 §9.2.1.1): what it inherits, and initial values. */
export function anonymousStyle(
  environment: StyleEnvironment,
  parent: ComputedStyle,
  display: ComputedStyle['display'],
): ComputedStyle {
  const style = initialStyle(environment.nextId(), parent.font)
  for (const field of INHERITED_FIELDS) copyField(style, parent, field)
  for (const field of CURRENT_COLOR_FIELDS) style[field] = style.color
  style.display = display
  return style
}
