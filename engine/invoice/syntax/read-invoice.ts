import { say } from '../../base/message.js'
import type { Faults } from '../faults.js'
import { faultOfForm, InvoiceNode } from '../invoice-node.js'
import { elementsAt, type XmlElement } from '../read-xml.js'
import { GROUPS, HEADER_TERMS, kindOf, type Term } from '../terms.js'
import { quoted } from '../wording.js'
import type { Binding, LeafBinding, PartBinding, Syntax, Where } from './binding.js'
import { localName } from './write-invoice.js'

/** Reads the terms of an invoice. Values that are none of their kind are reported, and left out. */
export function readInvoice(root: XmlElement, syntax: Syntax, faults: Faults): InvoiceNode {
  const invoice = new InvoiceNode(root.span)
  new InvoiceReader(invoice, syntax, faults).read(root, syntax.children, invoice)
  return invoice
}

class InvoiceReader {
  constructor(
    private readonly invoice: InvoiceNode,
    private readonly syntax: Syntax,
    private readonly faults: Faults,
  ) {}

  read(element: XmlElement, bindings: readonly Binding[], node: InvoiceNode): void {
    for (const child of element.children) {
      const binding = bindings.find((candidate) => this.#isFor(candidate, child))
      if (binding?.kind === 'part') this.#readPart(binding, child, node)
      else if (binding?.kind === 'leaf') this.#readLeaf(binding, child, this.#nodeOf(binding, child, node))
    }
  }

  #readPart(binding: PartBinding, element: XmlElement, node: InvoiceNode): void {
    const inner = this.#nodeOf(binding, element, node)
    this.read(element, binding.children, inner)
    if (binding.atLeastOnce && inner.isEmpty) node.drop(inner)
  }

  #nodeOf({ group }: PartBinding | LeafBinding, element: XmlElement, node: InvoiceNode): InvoiceNode {
    return group === undefined ? node : node.append(group, element.span, node.all(group).length)
  }

  #isFor(binding: Binding, element: XmlElement): boolean {
    if (localName(binding.name) !== element.name || this.#namespaceOf(binding.name) !== element.namespace) return false
    if (binding.kind === 'fixed') return true
    if (binding.kind === 'part') return binding.where === undefined || this.#holds(binding.where, element)
    for (const [name, value] of Object.entries(binding.attributes ?? {})) {
      const given = element.attributes.get(name)
      if ('fixed' in value ? given !== value.fixed : value.decides && given !== this.invoice.text(value.term))
        return false
    }
    return true
  }

  #namespaceOf(name: string): string | undefined {
    const colon = name.indexOf(':')
    return this.syntax.namespaces[colon < 0 ? this.syntax.prefix : name.slice(0, colon)]
  }

  #holds({ path, is }: Where, element: XmlElement): boolean {
    const expected = typeof is === 'string' ? is : this.invoice.text(is.term)
    const [, names = path, attribute] = /^(.*)\/@(.*)$/.exec(path) ?? []
    const at = elementsAt(element, names)[0]
    const given = attribute === undefined ? at?.text.trim() : at?.attributes.get(attribute)
    return given === expected || (given !== undefined && BOOLEANS.get(given) === expected)
  }

  #readLeaf(binding: LeafBinding, element: XmlElement, node: InvoiceNode): void {
    const owner = ownerOf(binding.term, node)
    for (const [name, value] of Object.entries(binding.attributes ?? {})) {
      const given = element.attributes.get(name)
      if ('fixed' in value || value.decides || given === undefined) continue
      const of = ownerOf(value.term, node)
      if (of.text(value.term) === undefined) of.set(value.term, { text: given, span: element.span })
    }
    const text = this.#textOf(binding, element, owner)
    if (text === undefined || trimmed(text) === '') return
    // The first one counts; that there is another is for the schema to say.
    if (ownText(owner, binding.term) !== undefined) return
    const fault = faultOfForm(binding.term, text)
    if (fault !== undefined) {
      owner.set(binding.term, { text: '', span: element.span })
      this.faults.report(owner, binding.term, fault, kindOf(binding.term) === 'amount' ? 'BR-DEC' : undefined)
    } else owner.set(binding.term, { text, span: element.span })
  }

  #textOf({ term, form }: LeafBinding, element: XmlElement, node: InvoiceNode): string | undefined {
    switch (form?.kind) {
      case undefined:
        return plainText(term, element.text)
      case 'codes': {
        const text = trimmed(element.text)
        return [...form.codes].find(([, written]) => written === text)?.[0] ?? text
      }
      case 'subject': {
        const [, subject, text] = /^#([A-Z]{3})#(.*)$/s.exec(element.text) ?? []
        if (subject !== undefined) node.set(form.term, { text: subject, span: element.span })
        return text ?? element.text
      }
      case 'date-102':
        return this.#dateOf(term, element, node)
    }
  }

  #dateOf(term: Term, element: XmlElement, node: InvoiceNode): string | undefined {
    const [inner] = element.children
    const text = trimmed(inner?.text ?? '')
    const [, year, month, day] = /^(\d{4})(\d\d)(\d\d)$/.exec(text) ?? []
    if (year !== undefined && inner?.attributes.get('format') === '102') return `${year}-${month}-${day}`
    node.set(term, { text: '', span: element.span })
    this.faults.report(node, term, say`is ${quoted(text)}, which is no date of the format 102 such as 20260131`)
    return undefined
  }
}

/** The other forms of values of XML Schema's type boolean. */
const BOOLEANS: ReadonlyMap<string, string> = new Map([
  ['1', 'true'],
  ['0', 'false'],
])

/** Blanks of XML, and no others, are around a value without being part of it. */
function trimmed(text: string): string {
  return text.replace(/^[ \t\r\n]+|[ \t\r\n]+$/g, '')
}

/** Dates of XML Schema may have a time zone, which is of no use without a time. */
function plainText(term: Term, text: string): string {
  if (kindOf(term) === 'text') return text
  return kindOf(term) === 'date' ? trimmed(text).replace(/(?<=\d)(?:Z|[+-]\d\d:\d\d)$/, '') : trimmed(text)
}

/** The text of a term at the node itself. */
function ownText(node: InvoiceNode, term: Term): string | undefined {
  for (const own of node.terms) if (own === term) return node.text(term)
  return undefined
}

/** The invoice or the repetition that a term belongs to. */
function ownerOf(term: Term, node: InvoiceNode): InvoiceNode {
  let owner = node
  while (owner.parent && !(owner.group !== undefined && Object.hasOwn(GROUPS[owner.group], term))) owner = owner.parent
  return Object.hasOwn(HEADER_TERMS, term) ? rootOf(node) : owner
}

function rootOf(node: InvoiceNode): InvoiceNode {
  return node.parent ? rootOf(node.parent) : node
}
