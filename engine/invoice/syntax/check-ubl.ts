import { type Message, say } from '../../base/message.js'
import type { Faults } from '../faults.js'
import type { XmlElement } from '../read-xml.js'
import { quoted } from '../wording.js'
import type { Binding, PartBinding, Syntax } from './binding.js'
import { localName } from './write-invoice.js'

/**
 * Compares an invoice that the schema of UBL allows with what EN 16931 has of UBL: elements that it has not are named, and
 * what stands more often than it has it is refused.
 */
export function checkUbl(root: XmlElement, syntax: Syntax, faults: Faults): void {
  checkChildren(root, syntax.children, faults)
}

function checkChildren(element: XmlElement, bindings: readonly Binding[], faults: Faults): void {
  const names = bindings.map(({ name }) => localName(name))
  const counts = new Map<string, number>()
  for (const child of element.children) {
    if (!names.includes(child.name)) {
      add(
        faults,
        'warning',
        child,
        say`${element.name} has an element ${quoted(child.name)}, which EN 16931 does not have`,
      )
      continue
    }
    const own = bindings.filter(({ name }) => localName(name) === child.name)
    const count = (counts.get(child.name) ?? 0) + 1
    counts.set(child.name, count)
    const isRepeatable = own.some(
      (binding) =>
        binding.kind !== 'fixed' && (binding.group !== undefined || (binding.kind === 'part' && binding.mayRepeat)),
    )
    if (!isRepeatable && count === own.length + 1)
      add(faults, 'error', child, `${child.name} stands more often than EN 16931 has it in ${element.name}`)
    const parts = own.flatMap((binding) => (binding.kind === 'part' ? [binding] : []))
    if (parts.length > 0) checkChildren(child, merged(parts), faults)
  }
}

/** The children of all parts with one name. */
function merged(parts: readonly PartBinding[]): readonly Binding[] {
  const [first, ...others] = parts
  const all: Binding[] = [...(first?.children ?? [])]
  for (const { children } of others)
    for (const child of children) if (!all.some(({ name }) => name === child.name)) all.push(child)
  return all
}

function add(faults: Faults, severity: 'error' | 'warning', element: XmlElement, message: string | Message): void {
  const text = say`${message}`
  faults.add({ code: 'invalid-invoice', severity, rule: undefined, term: undefined, message: text, span: element.span })
}
