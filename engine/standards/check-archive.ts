import type { DiagnosticList } from '../base/diagnostics.js'
import type { Size } from '../base/geometry.js'
import type { FieldControls, FormField } from '../forms/form-field.js'
import type { BoundTree } from '../template/bound-tree.js'

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

/** Finds texts and pages beyond the limits of archives. */
export function checkArchiveLimits(
  bound: BoundTree,
  fields: FieldControls | undefined,
  oddPage: OddPage | undefined,
  found: DiagnosticList,
): void {
  const { span } = bound.root.template
  if (oddPage) {
    const { number, width, height } = oddPage
    const size = `${Math.round(width * 0.75)} by ${Math.round(height * 0.75)} points`
    found.error('page-size', `page ${number} has ${size}, and PDF/A allows sides of 3 to 14,400`, span)
  }
  const texts = [bound.title ?? '', ...bound.metadata.values()]
  if (texts.some(isTooLong)) found.error('text-too-long', `the title or a <meta> ${TOO_LONG}`, span)
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
