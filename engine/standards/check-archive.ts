import type { DiagnosticList } from '../base/diagnostics.js'
import type { Size } from '../base/geometry.js'
import type { Span } from '../base/source.js'
import type { FieldControls, FormField } from '../forms/form-field.js'
import type { StructurePlace } from '../tags/structure-tree.js'
import type { BoundElement, BoundTree } from '../template/bound-tree.js'

/** Limits of PDF/A (ISO 19005-2 §6.1.13): the bytes of a string, and the sides of a page, in px. */
const LONGEST_STRING = 32_767
const SHORTEST_SIDE = 4
const LONGEST_SIDE = 19_200

/** The first page that is smaller or larger than those of an archive. */
export interface OddPage extends Size {
  readonly number: number
}

export function isOddPage({ width, height }: Size): boolean {
  return Math.min(width, height) < SHORTEST_SIDE || Math.max(width, height) > LONGEST_SIDE
}

/** What the limits of archives are checked in. */
export interface LimitedDocument {
  readonly bound: BoundTree
  readonly structure: StructurePlace
  readonly fields: FieldControls | undefined
  readonly oddPage: OddPage | undefined
}

/** Finds texts and pages beyond the limits of archives. */
export function checkArchiveLimits(document: LimitedDocument, found: DiagnosticList): void {
  const { bound, oddPage } = document
  const { span } = bound.root.template
  if (oddPage) {
    const { number, width, height } = oddPage
    const size = `${Math.round(width * 0.75)} by ${Math.round(height * 0.75)} points`
    found.error('page-size', `page ${number} has ${size}, and PDF/A allows sides of 3 to 14,400`, span)
  }
  const texts = [bound.title ?? '', ...bound.metadata.values()]
  if (texts.some(isTooLong)) found.error('text-too-long', `the title or a <meta> ${TOO_LONG}`, span)
  checkFields(document.fields, span, found)
  checkAlternatives(document.structure, found)
  checkLinks(bound.root, found)
}

function checkFields(fields: FieldControls | undefined, span: Span, found: DiagnosticList): void {
  const known = new Set<FormField>()
  for (const { field } of fields?.values() ?? []) {
    if (known.has(field)) continue
    known.add(field)
    if (textsOf(field).some(isTooLong)) {
      const name = field.name.slice(0, 80)
      found.error('text-too-long', `the name, value or an option of the field "${name}" ${TOO_LONG}`, span)
    }
  }
}

function checkAlternatives({ tree, root }: StructurePlace, found: DiagnosticList): void {
  for (const element of tree.inOrder(root)) {
    const properties = tree.propertiesOf(element)
    if (!properties) continue
    const { alternative, expansion, printField } = properties
    const template = tree.templateOf(element)
    if ([alternative, expansion, printField?.description].some((text) => text !== undefined && isTooLong(text)))
      found.error('text-too-long', `the text in the place of <${template?.name ?? 'img'}> ${TOO_LONG}`, template?.span)
  }
}

function checkLinks(root: BoundElement, found: DiagnosticList): void {
  const open: BoundElement[] = [root]
  for (let element = open.pop(); element; element = open.pop()) {
    const { name, attributes, children, template } = element
    const address = name === 'a' ? (attributes.get('href') ?? attributes.get('xlink:href')) : undefined
    // What is not ASCII takes up to nine bytes a unit: percent-encoded UTF-8.
    if (address !== undefined && 9 * address.length > LONGEST_STRING && encodedLength(address) > LONGEST_STRING)
      found.error('text-too-long', `the address of a link ${TOO_LONG}`, template.span)
    for (const child of children) if (child.kind === 'element') open.push(child)
  }
}

function encodedLength(address: string): number {
  return address.replace(/[^\x21-\x7e]|["<>\\^`{|}]/gu, (character) => '%20'.repeat(Buffer.byteLength(character)))
    .length
}

const TOO_LONG = 'is longer than the 32,767 bytes that PDF/A allows'

function textsOf(field: FormField): readonly string[] {
  const { name, label } = field
  if (field.kind === 'text') return [name, label, field.value]
  if (field.kind !== 'choice') return [name, label]
  return [name, label, ...field.options.flatMap(({ value, text }) => [value, text])]
}

/** Texts that are not ASCII are written as UTF-16 behind a mark. */
function isTooLong(text: string): boolean {
  if (text.length > LONGEST_STRING) return true
  return 2 * text.length + 2 > LONGEST_STRING && /\P{ASCII}/u.test(text)
}
