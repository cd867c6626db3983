import { BoundedCache } from '../base/bounded-cache.js'
import { type Diagnostic, DiagnosticList } from '../base/diagnostics.js'
import type { Span } from '../base/source.js'
import type { WorkBudget } from '../base/work-budget.js'
import { blockOf } from '../css/properties/attribute-block.js'
import type { CssMode, Declaration } from '../css/properties/declaration.js'
import { parseStyleAttribute } from '../css/syntax/parse-block.js'
import type { BoundElement } from '../template/bound-tree.js'
import type { StyledMarkup, TemplateElement } from '../template/template-tree.js'
import type { StyleRole } from './adjust-style.js'
import { CascadeNode, type CascadeStep } from './cascade.js'
import type { StyleEnvironment, StyleRecord } from './compute-style.js'
import type { ComputedStyle } from './computed-style.js'
import { type ElementPlan, type PlanSources, planElement } from './element-plan.js'
import { firstEqualElements } from './equal-elements.js'
import { HINT_LAYER, INLINE_LAYER } from './layer-order.js'
import { presentationDeclarations, presentationKey, SVG_HINT_ATTRIBUTES } from './presentation-attributes.js'
import { HINT_ATTRIBUTES, presentationalHints } from './presentational-hints.js'
import { type RankedRules, RuleIndex } from './rule-index.js'
import { TemplateAccess, type TemplatePlaces } from './template-access.js'
import { reportUnknownFamilies } from './unknown-families.js'

/** Combinations of attribute values that are kept per element of the template, and for inserted markup. */
const KEPT_VARIANTS = 512
const KEPT_INSERTED_ELEMENTS = 2048

/** Computed styles (about a kilobyte each) that may stay for the next document. */
const KEPT_STYLES = 20_000

/** Distinct `style` attributes and hints that are kept. */
const KEPT_BLOCKS = 4096

const NUL = '\u0000'

/** A record with all that it was computed from. */
export interface KnownRecord {
  readonly record: StyleRecord
  readonly parent: StyleRecord | undefined
  readonly node: CascadeNode
  readonly role: StyleRole
}

/** The rules of one set of style sheets with everything that was learned from documents. */
export class StyleCore {
  readonly index: RuleIndex
  readonly stylesFirstLetters: boolean
  readonly stylesFirstLines: boolean
  readonly quirks: boolean
  /** Records of root elements by cascade node. */
  roots = new Map<number, StyleRecord>()
  /** Styles of anonymous boxes by the style they inherit from. */
  readonly anonymous = new WeakMap<ComputedStyle, Map<ComputedStyle['display'], ComputedStyle>>()
  /** Records by their styles, for what inherits from others than those around it: parts of drawings, first lines. */
  readonly records = new WeakMap<ComputedStyle, KnownRecord>()
  /** Styles made since the last reset. */
  computed = 0
  #sources: PlanSources
  #plans: (ElementPlan | undefined)[] = []
  #variants = new Map<TemplateElement, BoundedCache<string, ElementPlan>>()
  #inserted = new BoundedCache<string, ElementPlan>(KEPT_INSERTED_ELEMENTS)
  #steps = new BoundedCache<string, ParsedAttribute>(KEPT_BLOCKS)
  /** Attributes that decide about the style of an element, of HTML and of SVG. */
  readonly #relevant: Readonly<Record<TemplateElement['namespace'], readonly string[]>>

  constructor(
    rules: RankedRules,
    readonly environment: StyleEnvironment,
    private readonly tree: StyledMarkup,
    private readonly places: TemplatePlaces,
  ) {
    this.quirks = tree.mode === 'quirks'
    this.index = new RuleIndex(rules, this.quirks)
    this.stylesFirstLetters = this.index.styles('first-letter')
    this.stylesFirstLines = this.index.styles('first-line')
    this.#sources = {
      index: this.index,
      root: CascadeNode.root(),
      shared: new WeakMap(),
    }
    const relevant = (hints: readonly string[]) => [...new Set([...this.index.attributes, ...hints, 'style'])]
    this.#relevant = { html: relevant(HINT_ATTRIBUTES), svg: relevant(SVG_HINT_ATTRIBUTES) }
  }

  /** Whether as many styles were made since the last reset as are kept for the next document. */
  get isFull(): boolean {
    return this.computed > KEPT_STYLES
  }

  /** Forgets what documents left behind when it has become much. Called between documents. */
  trim(): void {
    if (!this.isFull) return
    this.computed = 0
    this.roots = new Map()
    this.#sources = { ...this.#sources, root: CascadeNode.root(), shared: new WeakMap() }
    this.#plans = []
    this.#variants = new Map()
    this.#inserted = new BoundedCache(KEPT_INSERTED_ELEMENTS)
    this.#steps = new BoundedCache(KEPT_BLOCKS)
  }

  /** Plans the elements that do not depend on data, so that the first document finds them. */
  planStaticElements(work: WorkBudget): readonly Diagnostic[] {
    const problems: Diagnostic[] = []
    const firsts = firstEqualElements(this.tree, this.places)
    for (const element of this.tree.elements) {
      if (!element.staticAttributes) continue
      const equal = this.#plans[firsts[element.id] ?? element.id]
      // Each `style` attribute has a place of its own, at which it is reported.
      if (equal && !equal.isRelational && !element.staticAttributes.has('style')) {
        this.#plans[element.id] = equal
        continue
      }
      const plan = this.#plan(element, element.staticAttributes, work)
      problems.push(...(plan.problems ?? []))
      this.#plans[element.id] = { ...plan, problems: undefined }
    }
    return problems
  }

  planOf(element: BoundElement, work: WorkBudget): ElementPlan {
    const { template } = element
    const known = template.staticAttributes && this.#plans[template.id]
    if (known && this.tree.elements[template.id] === template) return known
    return this.#variantOf(element, work)
  }

  /** The plan of an element with attributes that depend on data, or of inserted markup. */
  #variantOf(element: BoundElement, work: WorkBudget): ElementPlan {
    const { template, attributes } = element
    const ofTemplate = this.tree.elements[template.id] === template
    let key = ofTemplate ? '' : `${template.namespace} ${element.name}`
    for (const name of this.#relevant[template.namespace]) {
      const value = attributes.get(name)
      if (value !== undefined) key += `${NUL}${name}${NUL}${value}`
    }
    const cache = ofTemplate ? this.#variantsOf(template) : this.#inserted
    let plan = cache.get(key)
    if (!plan) {
      plan = this.#plan(template, attributes, work)
      if (template.staticAttributes && ofTemplate) this.#plans[template.id] = plan
      else cache.set(key, plan)
    }
    return plan
  }

  #variantsOf(template: TemplateElement): BoundedCache<string, ElementPlan> {
    let cache = this.#variants.get(template)
    if (!cache) {
      cache = new BoundedCache(KEPT_VARIANTS)
      this.#variants.set(template, cache)
    }
    return cache
  }

  #plan(template: TemplateElement, attributes: ReadonlyMap<string, string>, work: WorkBudget): ElementPlan {
    const hints = this.#hintStep(template, attributes)
    const style = attributes.get('style')?.trim() ?? ''
    const inline = this.#inlineStep(style, template)
    const access = new TemplateAccess(this.places, template, attributes)
    const planned = {
      element: template,
      attributes,
      access,
      hints: hints?.step,
      inline: inline?.step,
      problems: inline?.problems,
    }
    return planElement(this.#sources, planned, work)
  }

  /** The step of a `style` attribute. In those of drawings browsers take numbers for lengths, as in their other attributes. */
  #inlineStep(style: string, { namespace, span }: TemplateElement): ParsedAttribute | undefined {
    const mode = namespace === 'svg' ? 'drawing' : this.tree.mode
    return this.#attributeStep({ text: style, layer: INLINE_LAYER, span, mode })
  }

  #hintStep({ name, namespace, span }: TemplateElement, attributes: ReadonlyMap<string, string>) {
    const language = attributes.get('lang')
    const { mode } = this.tree
    if (namespace === 'html') {
      const text = presentationalHints(name, attributes)
      return this.#attributeStep({ text, layer: HINT_LAYER, span, mode, language })
    }
    // An `svg` element stands among boxes: it has a size as an image has one.
    const text = name === 'svg' ? presentationalHints(name, attributes) : ''
    const more = { key: presentationKey(name, attributes), of: () => presentationDeclarations(name, attributes, span) }
    return this.#attributeStep({ text, layer: HINT_LAYER, span, mode, language, more })
  }

  /** The step of some declarations that stand in attributes; equal ones of one element share it. */
  #attributeStep({ text, layer, span, mode, language, more }: AttributeDeclarations): ParsedAttribute | undefined {
    const key = more?.key ?? ''
    if (text === '' && key === '' && language === undefined) return undefined
    // Presentational hints are reported nowhere, so that elements of all places share them.
    const place = layer === HINT_LAYER && !`${text}${key}`.includes('var(') ? '' : `${span.file}:${span.start}`
    const whole = `${layer}${language ?? NUL}${NUL}${place}${NUL}${text}${NUL}${key}`
    let parsed = this.#steps.get(whole)
    if (!parsed) {
      const diagnostics = new DiagnosticList()
      const own = parseStyleAttribute(text, span, diagnostics, mode)
      const block = key === '' || !more ? own : blockOf([...own.declarations, ...more.of()])
      reportUnknownFamilies(block.declarations, this.environment.fonts, diagnostics, new Set())
      const problems = diagnostics.items.length > 0 ? diagnostics.items : undefined
      parsed = { step: { block, head: undefined, origin: 'author', layer, language }, problems }
      this.#steps.set(whole, parsed)
    }
    return parsed
  }
}

interface AttributeDeclarations {
  /** Declarations as in a `style` attribute. */
  readonly text: string
  readonly layer: number
  readonly span: Span
  readonly mode: CssMode
  readonly language?: string | undefined
  /** Further declarations, and what they depend on. */
  readonly more?: { readonly key: string; of(): readonly Declaration[] }
}

interface ParsedAttribute {
  readonly step: CascadeStep
  readonly problems: readonly Diagnostic[] | undefined
}
