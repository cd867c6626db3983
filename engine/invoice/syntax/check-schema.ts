import { type Message, say } from '../../base/message.js'
import { parseDecimal } from '../decimal.js'
import type { Faults } from '../faults.js'
import type { XmlElement } from '../read-xml.js'
import { quoted } from '../wording.js'
import { baseOf, type Schema, type SchemaChild } from './schema.js'

/**
 * Checks an invoice by a schema: which elements are there, in which order and how often, their attributes, and the types
 * of their texts.
 */
export function checkSchema(root: XmlElement, schema: Schema, faults: Faults): void {
  new SchemaCheck(schema, faults).check(root, schema.root)
}

const ZONE = '(?:Z|[+-]\\d\\d:\\d\\d)?'

/** What texts of a type of XML Schema look like; the days of months are for the terms to check. */
const FORMS: ReadonlyMap<string, { readonly pattern: RegExp; readonly what: string }> = new Map([
  ['boolean', { pattern: /^(?:true|false|0|1)$/, what: 'true or false' }],
  [
    'date',
    {
      pattern: new RegExp(`^\\d{4}-(?:0[1-9]|1[0-2])-(?:0[1-9]|[12]\\d|3[01])${ZONE}$`),
      what: 'a date such as 2026-01-31',
    },
  ],
  [
    'time',
    {
      pattern: new RegExp(`^(?:[01]\\d|2[0-3]):[0-5]\\d:[0-5]\\d(?:\\.\\d+)?${ZONE}$`),
      what: 'a time such as 23:59:00',
    },
  ],
  ['base64Binary', { pattern: /^[A-Za-z\d+/\s]*={0,2}$/, what: 'in Base64' }],
])

class SchemaCheck {
  /** Names of the elements from below the root to the one that is checked. */
  readonly #path: string[] = []

  constructor(
    private readonly schema: Schema,
    private readonly faults: Faults,
  ) {}

  check(element: XmlElement, typeName: string): void {
    const type = this.schema.types.get(typeName)
    if (type?.isOpen) return
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
      const isUnused = found && this.schema.unused.has([...this.#path, child.name].join('/'))
      if (!found || isUnused) {
        const severity = found ? this.schema.severities.unused : 'error'
        this.#add(child, say`${element.name} has no element ${quoted(child.name)} in ${this.schema.name}`, severity)
        if (!found || severity === 'error') continue
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
    } else if (/^[ \t\r\n]*$/.test(text))
      this.#add(element, `${element.name} is empty`, this.schema.severities.empty, 'PEPPOL-EN16931-R008')
    else {
      const form = FORMS.get(base)
      if (form && !form.pattern.test(text.replace(/^[ \t\r\n]+|[ \t\r\n]+$/g, '')))
        this.#fail(element, say`${element.name} is ${quoted(text.trim())}, and must be ${form.what}`)
    }
  }

  #fail(element: XmlElement, message: string | Message): void {
    this.#add(element, message, 'error')
  }

  #add(element: XmlElement, message: string | Message, severity: 'error' | 'warning', rule?: string): void {
    this.faults.add({
      code: 'invalid-invoice',
      severity,
      rule,
      term: undefined,
      message: say`${message}${rule === undefined ? '' : ` (${rule})`}`,
      span: element.span,
    })
  }
}
