import type { SvgElement } from './svg-element.js'

/** Declared values by lower-case property name. */
export type Declarations = ReadonlyMap<string, string>

interface Rule {
  /** Compounds from the element outwards. */
  readonly selector: readonly Compound[]
  readonly specificity: number
  readonly order: number
  readonly normal: Declarations
  readonly important: Declarations
}

/** Conditions on one element, such as `rect.a#b`. */
interface Compound {
  readonly type: string | undefined
  readonly ids: readonly string[]
  readonly classes: readonly string[]
  /** Where the next compound of the selector must match. */
  readonly outer: 'parent' | 'ancestor'
}

const NO_CLASSES: ReadonlySet<string> = new Set()

/** Selectors of one sheet; drawings have a few dozen. */
const MAX_RULES = 20_000

/** Elements compared with a compound of a selector, and declarations applied, that count as one part of the drawing. */
const STEPS_PER_PART = 16

const COMPOUND = /^(\*|[\w-]+)?((?:[.#][\w-]+)*)$/

/** Who is told what a sheet says, and what it costs. */
export interface SheetReports {
  /** Takes what is not supported. */
  readonly note: (text: string) => void
  /** Counts parts of the drawing. @throws ImageError when there are too many */
  readonly count: (parts: number) => void
}

/**
 * The style sheets of a drawing: rules with types, classes and ids, also of ancestors. What else selectors can say
 * is noted and the rule left out.
 */
export class SvgStylesheet {
  /** By id, class or type of the element itself, so that few rules are tried on each. */
  readonly #rules = new Map<string, Rule[]>()
  #count = 0
  /** The `@font-face` rules, as they stand. */
  readonly fontFaces: string[] = []
  readonly #classes = new Map<SvgElement, ReadonlySet<string>>()
  #steps = 0

  constructor(private readonly reports: SheetReports) {}

  get isEmpty(): boolean {
    return this.#count === 0
  }

  add(text: string): void {
    const css = text.replace(/\/\*[\s\S]*?(?:\*\/|$)/g, ' ').replace(/<!--|-->/g, ' ')
    let at = 0
    while (at < css.length) {
      const open = css.indexOf('{', at)
      if (open < 0) return
      const end = endOfBlock(css, open)
      const prelude = css.slice(at, open).trim()
      at = end + 1
      if (/^@font-face$/i.test(prelude)) this.fontFaces.push(`@font-face ${css.slice(open, at)}`)
      else if (prelude.startsWith('@')) this.reports.note(`the rule ${prelude.split(/\s/)[0]}`)
      else this.#addRule(prelude, css.slice(open + 1, end))
    }
  }

  /** Adds to `declared` what rules say of an element; `important` takes what overrides style attributes. */
  apply(
    element: SvgElement,
    ancestors: readonly SvgElement[],
    declared: Map<string, string>,
    important: Map<string, string>,
  ): void {
    const matching: Rule[] = []
    for (const key of this.#keysOf(element)) {
      for (const rule of this.#rules.get(key) ?? []) {
        if (this.#matches(rule.selector, element, ancestors)) matching.push(rule)
      }
    }
    matching.sort((a, b) => a.specificity - b.specificity || a.order - b.order)
    for (const rule of matching) {
      this.#spend(rule.normal.size + rule.important.size)
      for (const [name, value] of rule.normal) declared.set(name, value)
      for (const [name, value] of rule.important) important.set(name, value)
    }
  }

  #spend(steps: number): void {
    this.#steps += steps
    if (this.#steps < STEPS_PER_PART) return
    this.reports.count(Math.floor(this.#steps / STEPS_PER_PART))
    this.#steps %= STEPS_PER_PART
  }

  #keysOf(element: SvgElement): ReadonlySet<string> {
    const id = element.attributes.get('id')
    const keys = new Set([...this.#classesOf(element)].map((name) => `.${name}`))
    if (id) keys.add(`#${id}`)
    return keys.add(element.name).add('*')
  }

  #classesOf(element: SvgElement): ReadonlySet<string> {
    let classes = this.#classes.get(element)
    if (!classes) {
      classes = new Set(element.attributes.get('class')?.split(/\s+/))
      this.#classes.set(element, classes)
    }
    return classes
  }

  #matches(selector: readonly Compound[], element: SvgElement, ancestors: readonly SvgElement[]): boolean {
    const [own, ...outer] = selector
    if (!own || !this.#matchesCompound(own, element)) return false
    let level = ancestors.length
    let previous = own
    for (const compound of outer) {
      level--
      while (level >= 0 && !this.#matchesCompound(compound, ancestors[level])) {
        if (previous.outer === 'parent') return false
        level--
      }
      if (level < 0) return false
      previous = compound
    }
    return true
  }

  #matchesCompound({ type, ids, classes }: Compound, element: SvgElement | undefined): boolean {
    this.#spend(1 + ids.length + classes.length)
    if (!element || (type !== undefined && type !== element.name)) return false
    if (!ids.every((id) => element.attributes.get('id') === id)) return false
    const own = classes.length > 0 ? this.#classesOf(element) : NO_CLASSES
    return classes.every((name) => own.has(name))
  }

  #addRule(prelude: string, body: string): void {
    const normal = new Map<string, string>()
    const important = new Map<string, string>()
    readDeclarations(body, normal, important)
    for (const text of prelude.split(',')) {
      const selector = parseSelector(text.trim())
      const own = selector?.[0]
      if (!selector || !own) {
        this.reports.note(`the selector "${text.trim().slice(0, 60)}"`)
        continue
      }
      if (this.#count >= MAX_RULES) return
      const rule = { selector, specificity: specificity(selector), order: this.#count++, normal, important }
      const key = own.ids[0] ? `#${own.ids[0]}` : own.classes[0] ? `.${own.classes[0]}` : (own.type ?? '*')
      const rules = this.#rules.get(key)
      if (rules) rules.push(rule)
      else this.#rules.set(key, [rule])
    }
  }
}

/** Reads declarations, as in a style attribute. Those marked important go apart. */
export function readDeclarations(body: string, normal: Map<string, string>, important: Map<string, string>): void {
  for (const declaration of splitOutsideParentheses(body)) {
    const colon = declaration.indexOf(':')
    if (colon < 0) continue
    const name = declaration.slice(0, colon).trim().toLowerCase()
    const value = declaration.slice(colon + 1).trim()
    const mark = /\s*!\s*important$/i.exec(value)
    if (mark) important.set(name, value.slice(0, mark.index))
    else normal.set(name, value)
  }
}

/** At semicolons; those of `url(data:…;base64,…)` do not count. */
function splitOutsideParentheses(text: string): readonly string[] {
  if (!text.includes('(')) return text.split(';')
  const parts: string[] = []
  let depth = 0
  let start = 0
  for (let i = 0; i < text.length; i++) {
    const character = text[i]
    if (character === '(') depth++
    else if (character === ')') depth--
    else if (character === ';' && depth <= 0) {
      parts.push(text.slice(start, i))
      start = i + 1
    }
  }
  parts.push(text.slice(start))
  return parts
}

function endOfBlock(css: string, open: number): number {
  let depth = 0
  for (let i = open; i < css.length; i++) {
    if (css[i] === '{') depth++
    else if (css[i] === '}' && --depth === 0) return i
  }
  return css.length
}

function parseSelector(text: string): readonly Compound[] | undefined {
  const compounds: Compound[] = []
  let outer: Compound['outer'] = 'ancestor'
  for (const part of text.replace(/\s*>\s*/g, ' > ').split(/\s+/)) {
    if (part === '>') {
      outer = 'parent'
      continue
    }
    const match = COMPOUND.exec(part)
    if (!match || part === '') return undefined
    const names = (match[2] ?? '').match(/[.#][\w-]+/g) ?? []
    compounds.unshift({
      type: match[1] === '*' ? undefined : match[1],
      ids: names.filter((name) => name.startsWith('#')).map((name) => name.slice(1)),
      classes: names.filter((name) => name.startsWith('.')).map((name) => name.slice(1)),
      outer,
    })
    outer = 'ancestor'
  }
  return compounds
}

function specificity(selector: readonly Compound[]): number {
  let sum = 0
  for (const { type, ids, classes } of selector) sum += ids.length * 10_000 + classes.length * 100 + (type ? 1 : 0)
  return sum
}
