import { type Message, say } from '../../base/message.js'
import type { Faults } from '../faults.js'
import type { XmlElement } from '../read-xml.js'
import { quoted } from '../wording.js'
import type { Binding, PartBinding, Syntax } from './binding.js'
import { localName } from './write-invoice.js'

/**
 * Checks the order and the number of the elements of an invoice in UBL that EN 16931 has. Others are named: what UBL has
 * beyond the standard is not checked.
 */
export function checkUbl(root: XmlElement, syntax: Syntax, faults: Faults): void {
  checkChildren(root, syntax.children, faults)
}

function checkChildren(element: XmlElement, bindings: readonly Binding[], faults: Faults): void {
  const names = bindings.map(({ name }) => localName(name))
  const counts = new Map<string, number>()
  let at = 0
  for (const child of element.children) {
    const index = names.indexOf(child.name)
    if (index < 0) {
      add(
        faults,
        'warning',
        child,
        say`${element.name} has an element ${quoted(child.name)}, which EN 16931 does not have`,
      )
      continue
    }
    if (index < at) add(faults, 'error', child, `${child.name} must stand before ${names[at]} in ${element.name}`)
    at = Math.max(at, index)
    const own = bindings.filter(({ name }) => localName(name) === child.name)
    const count = (counts.get(child.name) ?? 0) + 1
    counts.set(child.name, count)
    const isRepeatable = own.some((binding) => binding.kind !== 'fixed' && binding.group !== undefined)
    if (!isRepeatable && count === own.length + 1 && child.name !== 'PartyIdentification')
      add(faults, 'error', child, `${child.name} stands more often than EN 16931 has it in ${element.name}`)
    const parts = own.flatMap((binding) => (binding.kind === 'part' ? [binding] : []))
    if (parts.length > 0) checkChildren(child, merged(parts), faults)
    else if (child.children.length === 0 && /^[ \t\r\n]*$/.test(child.text))
      add(faults, 'error', child, `${child.name} is empty`, 'PEPPOL-EN16931-R008')
  }
}

/** The children of all parts with one name, each behind the one that it follows. */
function merged(parts: readonly PartBinding[]): readonly Binding[] {
  const [first, ...others] = parts
  const all: Binding[] = [...(first?.children ?? [])]
  for (const { children } of others) {
    let at = 0
    for (const child of children) {
      const known = all.findIndex(({ name }) => name === child.name)
      if (known < 0) all.splice(at, 0, child)
      at = (known < 0 ? at : known) + 1
    }
  }
  return all
}

function add(
  faults: Faults,
  severity: 'error' | 'warning',
  element: XmlElement,
  message: string | Message,
  rule?: string,
): void {
  const text = say`${message}${rule === undefined ? '' : ` (${rule})`}`
  faults.add({ code: 'invalid-invoice', severity, rule, term: undefined, message: text, span: element.span })
}
