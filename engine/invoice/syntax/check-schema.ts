import { type Message, say } from '../../base/message.js'
import { parseDecimal } from '../decimal.js'
import type { Faults } from '../faults.js'
import type { FacturXLevel } from '../levels.js'
import type { XmlElement } from '../read-xml.js'
import { quoted } from '../wording.js'
import { baseOf, ROOT_TYPE, type Schema, type SchemaChild, schemaOf } from './schema.js'

/**
 * Checks a `CrossIndustryInvoice` by the schema of its level: which elements are there, in which order and how often,
 * their attributes, and the types of their texts.
 */
export function checkSchema(root: XmlElement, level: FacturXLevel, faults: Faults): void {
  new SchemaCheck(schemaOf(level), level, faults).check(root, ROOT_TYPE)
}

class SchemaCheck {
  /** Names of the elements from below the root to the one that is checked. */
  readonly #path: string[] = []

  constructor(
    private readonly schema: Schema,
    private readonly level: FacturXLevel,
    private readonly faults: Faults,
  ) {}

  check(element: XmlElement, typeName: string): void {
    const type = this.schema.types.get(typeName)
    const base = baseOf(this.schema, typeName)
    if (base !== undefined) this.#checkText(element, base)
    for (const [name, isRequired] of type?.attributes ?? [])
      if (isRequired && !element.attributes.has(name)) this.#fail(element, `${element.name} has no attribute ${name}`)
    for (const name of element.attributes.keys())
      if (!/^xmlns(?::|$)|:/.test(name) && !type?.attributes.has(name))
        this.#fail(element, say`${element.name} has an attribute ${quoted(name)}, which its schema does not have`)
    if (base === undefined) this.#checkChildren(element, type?.children ?? [])
  }

  #checkChildren(element: XmlElement, children: readonly SchemaChild[]): void {
    if (element.text.trim() !== '')
      this.#fail(element, say`${element.name} has the text ${quoted(element.text.trim())}`)
    const counts = new Map<string, number>()
    let at = 0
    for (const child of element.children) {
      const index = children.findIndex(({ name, namespace }) => name === child.name && namespace === child.namespace)
      const found = children[index]
      if (!found || this.schema.unused.has([...this.#path, child.name].join('/'))) {
        this.#fail(child, say`${element.name} has no element ${quoted(child.name)} in the level ${this.level}`)
        continue
      }
      if (index < at) this.#fail(child, `${child.name} must stand before ${children[at]?.name} in ${element.name}`)
      at = Math.max(at, index)
      const count = (counts.get(child.name) ?? 0) + 1
      counts.set(child.name, count)
      if (count === 2 && !found.isRepeatable)
        this.#fail(child, `${child.name} stands more than once in ${element.name}`)
      this.#path.push(child.name)
      this.check(child, found.type)
      this.#path.pop()
    }
    for (const { name, least } of children)
      if (least > 0 && !counts.has(name)) this.#fail(element, `${element.name} has no ${name}`)
  }

  #checkText(element: XmlElement, base: string): void {
    const { text } = element
    if (element.children.length > 0) this.#fail(element, `${element.name} must have a text alone`)
    else if (base === 'decimal') {
      if (!parseDecimal(text))
        this.#fail(element, say`${element.name} is ${quoted(text.trim())}, which is no amount such as 1234.50`)
    } else if (base === 'boolean') {
      if (!/^[ \t\r\n]*(?:true|false|0|1)[ \t\r\n]*$/.test(text))
        this.#fail(element, say`${element.name} is ${quoted(text.trim())}, and must be true or false`)
    } else if (/^[ \t\r\n]*$/.test(text)) this.#fail(element, `${element.name} is empty`, 'PEPPOL-EN16931-R008')
  }

  #fail(element: XmlElement, message: string | Message, rule?: string): void {
    this.faults.add({
      code: 'invalid-invoice',
      severity: 'error',
      rule,
      term: undefined,
      message: say`${message}${rule === undefined ? '' : ` (${rule})`}`,
      span: element.span,
    })
  }
}
