import type { DiagnosticSink } from '../base/diagnostics.js'
import type { SourceText } from '../base/source.js'
import type { HtmlAttribute, HtmlElement } from '../html/html-tree.js'
import { elementsOf } from './element-fates.js'

/** Scripts, other documents and media: nothing of them can appear on paper. */
const DROPPED_ELEMENTS: ReadonlySet<string> = new Set(elementsOf('unknown to paper'))

/** What an `<object>` may show in its place; it shows what stands in it where it says that it is anything else. */
const IMAGE_TYPE = /^\s*(?:image\/|application\/pdf\s*(?:;|$)|$)/i

/** Fallbacks for browsers without frames, which no browser shows. */
const SILENTLY_DROPPED: ReadonlySet<string> = new Set(elementsOf('left out'))

/** Elements that a value inserted as markup cannot contain: it shall not restyle or describe the document. */
const DROPPED_FROM_VALUES: ReadonlySet<string> = new Set(['style', 'link', 'meta', 'title', 'base'])

/** Attributes that load what they name, wherever they stand. */
const LOADING_ATTRIBUTES: ReadonlySet<string> = new Set(['src', 'srcset', 'background', 'poster', 'data'])

/** Attributes that load what they name unless they stand on a link. */
const REFERENCES: ReadonlySet<string> = new Set(['href', 'xlink:href'])

const LOADING_CSS = /url\s*\(|image-set\s*\(|src\s*\(|@import|\\/i

/** Whether an element with all its content is left out; reported unless nobody would miss it. */
export function isDroppedElement(
  element: HtmlElement,
  source: SourceText,
  diagnostics: DiagnosticSink,
  inValue: boolean,
): boolean {
  if (SILENTLY_DROPPED.has(element.name)) return true
  if (element.name === 'object') reportObject(element, source, diagnostics)
  if (element.name === 'a' || element.name === 'link') reportAttachment(element, source, diagnostics)
  const dropped =
    DROPPED_ELEMENTS.has(element.name.toLowerCase()) || (inValue && DROPPED_FROM_VALUES.has(element.name.toLowerCase()))
  if (dropped) {
    const reason = inValue ? 'cannot stand in inserted markup' : 'cannot appear in a document'
    diagnostics.warn('unsupported-element', `<${element.name}> ${reason}`, source.span(element.start, element.end))
  }
  return dropped
}

/** Whether an `<object>` of this type may show the image that it names (HTML §4.8.7). */
export function mayBeImage(type: string | undefined): boolean {
  return type === undefined || IMAGE_TYPE.test(type)
}

function reportObject({ attributes }: HtmlElement, source: SourceText, diagnostics: DiagnosticSink): void {
  const attribute = attributes.find(({ name }) => name === 'type')
  const type = attribute?.value.join('')
  if (!attribute || type?.includes('{{') || mayBeImage(type)) return
  const message = `<object type="${type?.trim()}"> shows what stands in it: only images and pages of PDFs can take its place`
  diagnostics.warn('unsupported-element', message, source.span(attribute.start, attribute.end))
}

/** Other programs take the file that a link of this kind names into the PDF. */
function reportAttachment({ name, attributes }: HtmlElement, source: SourceText, diagnostics: DiagnosticSink): void {
  const rel = attributes.find((attribute) => attribute.name === 'rel')
  if (!rel || !/(?:^|\s)attachment(?:\s|$)/i.test(rel.value.join(''))) return
  const message = `<${name} rel="attachment"> attaches no file to the PDF: name it in "attachments" of template.json`
  diagnostics.warn('unsupported-attribute', message, source.span(rel.start, rel.end))
}

/** Whether an attribute is left out: event handlers, and in inserted markup what would load something from outside. */
export function isDroppedAttribute(
  attribute: HtmlAttribute,
  element: HtmlElement,
  source: SourceText,
  diagnostics: DiagnosticSink,
  inValue: boolean,
): boolean {
  const reason = reasonToDrop(attribute, element, inValue)
  if (reason === undefined) return false
  const span = source.span(attribute.start, attribute.end)
  diagnostics.warn('unsupported-attribute', `attribute "${attribute.name}" is ignored: ${reason}`, span)
  return true
}

function reasonToDrop(attribute: HtmlAttribute, element: HtmlElement, inValue: boolean): string | undefined {
  const name = attribute.name.toLowerCase()
  if (/^on[a-z]/.test(name)) return 'a document has no events'
  if (!inValue) return undefined
  const value = attribute.value.join('')
  const loads = LOADING_ATTRIBUTES.has(name) || (REFERENCES.has(name) && element.name !== 'a')
  if (loads && isExternal(value)) return 'inserted markup loads nothing from outside'
  if (name === 'style' && LOADING_CSS.test(value)) return 'a style in inserted markup loads nothing'
  return undefined
}

/** A URL with a scheme other than `data:`, or with a host. */
function isExternal(url: string): boolean {
  return /^\s*(?:(?!data:)[a-z][a-z0-9+.-]*:|[\\/]{2})/i.test(url)
}
