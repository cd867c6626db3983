import { invariant } from '../../engine/base/invariant.js'

/** Marks what `html` has made, so that no text can be taken for it. */
declare const made: unique symbol

/** Markup that is safe to send. Only `html` makes it: text that nobody has escaped has another type. */
export interface Html {
  readonly [made]: true
}

/** A value in a template: texts are escaped, lists are joined, absent values add nothing. */
export type HtmlValue = Html | string | number | undefined | false | readonly HtmlValue[]

class Markup {
  constructor(readonly text: string) {}
}

/** Where a value stands in a template: between tags, in a quoted value of an attribute, or among the attributes. */
type Place = 'content' | 'attribute value' | 'attributes'

/** The places of each template, which is looked at once. */
const places = new WeakMap<TemplateStringsArray, readonly Place[]>()

/**
 * Makes markup. Values may stand between tags and in double-quoted values of attributes, where they are escaped; among
 * the attributes of a tag only other markup may stand, as `flag` makes it.
 */
export function html(parts: TemplateStringsArray, ...values: readonly HtmlValue[]): Html {
  let known = places.get(parts)
  if (!known) {
    known = findPlaces(parts)
    places.set(parts, known)
  }
  let text = parts[0] ?? ''
  for (const [index, value] of values.entries()) {
    const isMarkup = value === undefined || value === false || value instanceof Markup
    invariant(isMarkup || known[index] !== 'attributes', 'only markup stands among the attributes of a tag')
    text += write(value) + (parts[index + 1] ?? '')
  }
  return new Markup(text) as unknown as Html
}

/** An attribute that is there or not, such as `checked`. */
export function flag(name: 'checked' | 'selected' | 'disabled' | 'required' | 'open' | 'hidden', isSet: boolean): Html {
  return new Markup(isSet ? name : '') as unknown as Html
}

/** The text of markup, to be sent. */
export function toText(markup: Html): string {
  return write(markup)
}

export const NOTHING: Html = new Markup('') as unknown as Html

function write(value: HtmlValue): string {
  if (value instanceof Markup) return value.text
  if (typeof value === 'string') return escapeText(value)
  if (typeof value === 'number') return String(value)
  if (Array.isArray(value)) {
    let text = ''
    for (const item of value) text += write(item)
    return text
  }
  return ''
}

const ESCAPES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
}

function escapeText(text: string): string {
  return /[&<>"']/.test(text) ? text.replace(/[&<>"']/g, (character) => ESCAPES[character] ?? '') : text
}

/** Follows the tags and quotes of a template's own text; values may not stand where they could mean something else. */
function findPlaces(parts: TemplateStringsArray): readonly Place[] {
  let place: Place = 'content'
  const found: Place[] = []
  for (const [index, part] of parts.entries()) {
    for (const character of part) {
      if (place === 'content') place = character === '<' ? 'attributes' : 'content'
      else if (place === 'attribute value') place = character === '"' ? 'attributes' : 'attribute value'
      else if (character === '"') place = 'attribute value'
      else if (character === '>') place = 'content'
    }
    invariant(place !== 'attributes' || /\s$/.test(part) || index === parts.length - 1, `a quoted value in ${part}`)
    if (index < parts.length - 1) found.push(place)
  }
  return found
}
