import { TemplateError } from '../base/errors.js'
import type { JsonObject, JsonValue } from '../base/json.js'
import { SourceText, type Span } from '../base/source.js'
import { didYouMean } from '../base/suggest.js'
import type { Expression } from '../template/expression.js'
import { FILTERS } from '../template/filters/registry.js'
import { parseExpression } from '../template/parse-expression.js'
import { FLAT_TERMS, GROUPS, type GroupName, HEADER_TERMS, LINE_GROUPS, type Term } from './terms.js'

/** The expression that gives a term its value. */
export interface MappedTerm {
  readonly expression: Expression
  /** As the author wrote it. */
  readonly written: string
  /** Where the term stands in the mapping. */
  readonly span: Span
}

export interface MappedTerms {
  readonly terms: ReadonlyMap<Term, MappedTerm>
  readonly groups: ReadonlyMap<GroupName, MappedGroup>
}

export interface MappedGroup extends MappedTerms {
  /** The list that the group is repeated for. */
  readonly each: MappedTerm
}

/** How the data of a template become those of an invoice: business terms of EN 16931 and expressions. */
export interface InvoiceMapping extends MappedTerms {
  /** The beginning of the file. */
  readonly span: Span
  /** Terms of groups that may be repeated, written beside those of the invoice for one repetition. */
  readonly flat: ReadonlyMap<GroupName, ReadonlyMap<Term, MappedTerm>>
}

const isLineGroup = (name: string): boolean => LINE_GROUPS.some((group) => group === name)

/** Groups of the invoice itself. */
const HEADER_GROUPS: ReadonlySet<string> = new Set(Object.keys(GROUPS).filter((name) => !isLineGroup(name)))

const NO_GROUPS: ReadonlySet<string> = new Set()

/**
 * Reads a mapping: a JSON object from business terms (`BT-1`) to expressions of the template language, and from groups
 * (`BG-25`) to such objects with the list that they are repeated for as `each`.
 *
 * @throws TemplateError with the place of what is no mapping
 */
export function compileInvoiceMapping(json: string, file = 'factur-x.json'): InvoiceMapping {
  const reader = new MappingReader(new SourceText(file, json))
  return reader.read()
}

class MappingReader {
  constructor(private readonly source: SourceText) {}

  read(): InvoiceMapping {
    const root = this.#parse()
    const terms = new Map<Term, MappedTerm>()
    const groups = new Map<GroupName, MappedGroup>()
    const flat = new Map<GroupName, Map<Term, MappedTerm>>()
    for (const [name, value] of Object.entries(root)) {
      const group = FLAT_TERMS.get(name)
      if (isKeyOf(HEADER_TERMS, name)) terms.set(name, this.#term(name, value))
      else if (isGroup(name, HEADER_GROUPS)) groups.set(name, this.#group(name, value))
      else if (group !== undefined) {
        const ofGroup = flat.get(group) ?? new Map<Term, MappedTerm>()
        flat.set(group, ofGroup.set(name as Term, this.#term(name, value)))
      } else this.#unknown(name, [...Object.keys(HEADER_TERMS), ...HEADER_GROUPS, ...FLAT_TERMS.keys()])
    }
    return { span: this.source.span(0), terms, groups, flat }
  }

  #parse(): JsonObject {
    let value: JsonValue
    try {
      value = JSON.parse(this.source.text)
    } catch (error) {
      if (!(error instanceof SyntaxError)) throw error
      throw new TemplateError('invalid-json', `this is not JSON: ${error.message}`, this.source.span(0))
    }
    return isObject(value) ? value : this.#fail('the mapping must be an object', 0)
  }

  #group(name: GroupName, value: JsonValue | undefined): MappedGroup {
    const at = this.#offsetOf(name)
    if (!isObject(value)) this.#fail(`${name} must be an object with the list as "each"`, at)
    const { each, ...members } = value
    if (typeof each !== 'string') this.#fail(`${name} must have the list that it is repeated for as "each"`, at)
    const terms = new Map<Term, MappedTerm>()
    const groups = new Map<GroupName, MappedGroup>()
    const inner = name === 'BG-25' ? new Set<string>(LINE_GROUPS) : NO_GROUPS
    for (const [term, expression] of Object.entries(members)) {
      if (isKeyOf(GROUPS[name], term)) terms.set(term, this.#term(term, expression))
      else if (isGroup(term, inner)) groups.set(term, this.#group(term, expression))
      else this.#unknown(term, [...Object.keys(GROUPS[name]), ...inner])
    }
    return { each: this.#compile(each, this.source.span(at)), terms, groups }
  }

  #term(name: string, value: JsonValue | undefined): MappedTerm {
    const span = this.source.span(this.#offsetOf(name))
    if (typeof value === 'number') return { expression: { kind: 'literal', value }, written: String(value), span }
    if (typeof value === 'string') return this.#compile(value, span)
    throw new TemplateError('invalid-mapping', `${name} must be an expression, such as "invoice.number"`, span)
  }

  #compile(written: string, span: Span): MappedTerm {
    const expression = this.#parseExpression(written, span)
    if (expression) return { expression, written, span }
    throw new TemplateError('invalid-mapping', `"${written}" is not an expression; quote texts: "'EUR'"`, span)
  }

  #parseExpression(written: string, { start }: Span): Expression | undefined {
    const at = this.source.text.indexOf(`"${written}"`, start) + 1
    if (at > 0) return parseExpression(this.source, at, at + written.length, FILTERS)
    // A text with escapes.
    return parseExpression(new SourceText(this.source.file, written), 0, written.length, FILTERS)
  }

  #unknown(name: string, known: readonly string[]): never {
    this.#fail(`there is no term "${name}" here${placeOf(name) || didYouMean(name, known)}`, this.#offsetOf(name))
  }

  /** Terms stand once in a file, as keys. */
  #offsetOf(name: string): number {
    return Math.max(0, this.source.text.indexOf(JSON.stringify(name)))
  }

  #fail(message: string, at: number): never {
    throw new TemplateError('invalid-mapping', message, this.source.span(at))
  }
}

function isKeyOf<T extends object>(record: T, key: string): key is Extract<keyof T, string> {
  return Object.hasOwn(record, key)
}

function isGroup(name: string, allowed: ReadonlySet<string>): name is GroupName {
  return allowed.has(name)
}

/** Where a term belongs that stands somewhere else. */
function placeOf(name: string): string {
  if (isKeyOf(HEADER_TERMS, name)) return ': it is one of the invoice as a whole'
  const group = Object.entries(GROUPS).find(([, terms]) => isKeyOf(terms, name))?.[0]
  if (group !== undefined) return `: it is one of ${group}`
  return isLineGroup(name) ? ': it is a group of BG-25' : ''
}

function isObject(value: JsonValue | undefined): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
