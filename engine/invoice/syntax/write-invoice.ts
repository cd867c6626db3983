import { escapeXml } from '../../pdf/xmp.js'
import { formatAmount, formatDecimal, parseDecimal } from '../decimal.js'
import type { InvoiceNode } from '../invoice-node.js'
import { kindOf } from '../terms.js'
import type { AttributeBinding, Binding, LeafBinding, PartBinding, Syntax } from './binding.js'

/**
 * Whether a level has an element at a path of names.
 * @param path without prefixes, from below the root: `SupplyChainTradeTransaction/ApplicableHeaderTradeAgreement`
 */
type HasElement = (path: readonly string[]) => boolean

/**
 * Writes an invoice in a syntax. Elements stand in the order of the syntax's table, which is that of its schema.
 *
 * @param has whether the level that is written has an element; the others are left out
 */
export function writeInvoice(invoice: InvoiceNode, syntax: Syntax, has: HasElement = () => true): string {
  const spaces = Object.entries(syntax.namespaces).map(([prefix, uri]) => ` xmlns${prefix && `:${prefix}`}="${uri}"`)
  const writer = new InvoiceWriter(syntax, has)
  const content = syntax.children.map((child) => writer.write(child, invoice)).join('\n')
  return `<?xml version="1.0" encoding="UTF-8"?>\n<${syntax.root}${spaces.join('')}>\n${content}\n</${syntax.root}>\n`
}

class InvoiceWriter {
  readonly #path: string[] = []

  constructor(
    private readonly syntax: Syntax,
    private readonly has: HasElement,
  ) {}

  write(binding: Binding, node: InvoiceNode): string {
    this.#path.push(localName(binding.name))
    const text = this.has(this.#path) ? this.#element(binding, node) : ''
    this.#path.pop()
    return text
  }

  #element(binding: Binding, node: InvoiceNode): string {
    switch (binding.kind) {
      case 'fixed':
        return this.#tag(binding.name, '', escapeXml(binding.text))
      case 'leaf':
        if (binding.group === undefined) return this.#leaf(binding, node)
        return node
          .all(binding.group)
          .map((each) => this.#leaf(binding, each))
          .join('')
      case 'part': {
        const { group } = binding
        if (group === undefined) return this.#part(binding, node)
        const nodes = node.all(group)
        if (nodes.length === 0 && binding.atLeastOnce) return this.#part(binding, node)
        return nodes.map((each) => this.#part(binding, each)).join(group === 'BG-25' ? '\n' : '')
      }
    }
  }

  #part({ name, children, always }: PartBinding, node: InvoiceNode): string {
    let content = ''
    let hasTerms = always === true
    for (const child of children) {
      const text = this.write(child, node)
      content += text
      if (text !== '' && child.kind !== 'fixed' && !(child.kind === 'part' && child.always)) hasTerms = true
    }
    return hasTerms ? this.#tag(name, '', content) : ''
  }

  #leaf(binding: LeafBinding, node: InvoiceNode): string {
    const { name, term, withTerm, withoutTerm, attributes = {}, form, isOnce } = binding
    const text = node.text(term)
    if (text === undefined || binding.isReadOnly) return ''
    if (withTerm !== undefined && node.text(withTerm) === undefined) return ''
    if (withoutTerm !== undefined && node.text(withoutTerm) !== undefined) return ''
    if (isOnce && node.group !== undefined && node.parent?.all(node.group)[0] !== node) return ''
    let written = ''
    for (const [attribute, value] of Object.entries(attributes)) {
      const of = this.#attribute(value, node)
      if (of !== undefined) written += ` ${attribute}="${escapeXml(of)}"`
      else if ('term' in value && value.decides) return ''
    }
    if (form?.kind === 'date-102') {
      return this.#tag(name, '', this.#tag(form.name, ' format="102"', text.replaceAll('-', '')))
    }
    return this.#tag(name, written, escapeXml(textOf(binding, text, node)))
  }

  #attribute(value: AttributeBinding, node: InvoiceNode): string | undefined {
    return 'fixed' in value ? value.fixed : node.text(value.term)
  }

  #tag(name: string, attributes: string, content: string): string {
    const full = name.includes(':') ? name : `${this.syntax.prefix}:${name}`
    return `<${full}${attributes}>${content}</${full}>`
  }
}

export function localName(name: string): string {
  return name.slice(name.indexOf(':') + 1)
}

function textOf({ term, form }: LeafBinding, text: string, node: InvoiceNode): string {
  if (form?.kind === 'codes') return form.codes.get(text) ?? text
  if (form?.kind === 'subject') {
    const subject = node.text(form.term)
    return subject === undefined ? text : `#${subject}#${text}`
  }
  const kind = kindOf(term)
  const number = kind === 'amount' || kind === 'number' ? parseDecimal(text) : undefined
  if (!number) return text
  return kind === 'amount' ? formatAmount(number) : formatDecimal(number)
}
