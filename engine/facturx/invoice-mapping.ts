import { TemplateError } from '../base/errors.js'
import type { JsonObject, JsonValue } from '../base/json.js'
import { SourceText, type Span } from '../base/source.js'
import { didYouMean } from '../base/suggest.js'
import type { Expression } from '../template/expression.js'
import { FILTERS } from '../template/filters/registry.js'
import { parseExpression } from '../template/parse-expression.js'
import { GROUPS, type GroupName, HEADER_TERMS, type HeaderTerm, type Term } from './terms.js'

/** The expression that gives a term its value. */
export interface MappedTerm {
  readonly expression: Expression
  /** As the author wrote it. */
  readonly written: string
  /** Where the term stands in the mapping. */
  readonly span: Span
}

export interface MappedGroup {
  /** The list that the group is repeated for. */
  readonly each: MappedTerm
  readonly terms: ReadonlyMap<Term, MappedTerm>
}

/** How the data of a template become those of an invoice: business terms of EN 16931 and expressions. */
export interface InvoiceMapping {
  /** The beginning of the file. */
  readonly span: Span
  readonly terms: ReadonlyMap<HeaderTerm, MappedTerm>
  readonly groups: ReadonlyMap<GroupName, MappedGroup>
}

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
    const terms = new Map<HeaderTerm, MappedTerm>()
    const groups = new Map<GroupName, MappedGroup>()
    for (const [name, value] of Object.entries(root)) {
      if (isKeyOf(HEADER_TERMS, name)) terms.set(name, this.#term(name, value))
      else if (isKeyOf(GROUPS, name)) groups.set(name, this.#group(name, value))
      else this.#unknown(name, { ...HEADER_TERMS, ...GROUPS })
    }
    return { span: this.source.span(0), terms, groups }
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
    for (const [term, expression] of Object.entries(members)) {
      if (!isKeyOf(GROUPS[name], term)) this.#unknown(term, GROUPS[name])
      terms.set(term, this.#term(term, expression))
    }
    return { each: this.#compile(each, this.source.span(at)), terms }
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

  #unknown(name: string, known: object): never {
    this.#fail(`there is no term "${name}" here${didYouMean(name, Object.keys(known))}`, this.#offsetOf(name))
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

function isObject(value: JsonValue | undefined): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
