import { TemplateError } from '../base/errors.js'
import { ofData, say } from '../base/message.js'
import { SourceText, type Span } from '../base/source.js'

/** An element of an XML document, its names resolved. Comments and processing instructions leave nothing. */
export interface XmlElement {
  /** The name without its prefix. */
  readonly name: string
  /** Empty for none. */
  readonly namespace: string
  /** Values by the names of attributes, as written with their prefixes. */
  readonly attributes: ReadonlyMap<string, string>
  readonly children: readonly XmlElement[]
  /** The character data directly in it, joined. */
  readonly text: string
  /** The start tag. */
  readonly span: Span
}

/** Deeper than any invoice. */
const MAX_DEPTH = 100

/** More than an invoice of ten thousand lines has: each takes memory of its own. */
const MAX_ELEMENTS = 500_000

/**
 * Reads an XML 1.0 document with namespaces, in UTF-8. It is refused when it is not well-formed, and when it has a
 * document type, by which entities would come in.
 *
 * @param file a name for messages
 * @throws TemplateError with line and column
 */
export function readXml(bytes: Uint8Array, file: string): XmlElement {
  const source = new SourceText(file, decode(bytes, file))
  return new XmlReader(source).read()
}

function decode(bytes: Uint8Array, file: string): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch (error) {
    if (!(error instanceof TypeError)) throw error
    throw new TemplateError('malformed-xml', 'the XML is not valid UTF-8', new SourceText(file, '').span(0))
  }
}

const NAME_START =
  ':A-Z_a-z\\u00c0-\\u00d6\\u00d8-\\u00f6\\u00f8-\\u02ff\\u0370-\\u037d\\u037f-\\u1fff\\u200c\\u200d\\u2070-\\u218f\\u2c00-\\u2fef\\u3001-\\ud7ff\\uf900-\\ufdcf\\ufdf0-\\ufffd'
const NAME = `[${NAME_START}][${NAME_START}\\-.0-9\\u00b7\\u0300-\\u036f\\u203f-\\u2040]*`
const DECLARATION = /<\?xml[ \t\r\n]+version=["']1\.\d["'](?:[ \t\r\n]+encoding=["']([\w.-]+)["'])?[^?<>]*\?>/y
const INSTRUCTION = new RegExp(`<\\?(?!xml[ \\t\\r\\n?])${NAME}(?:[ \\t\\r\\n].*?)?\\?>`, 'sy')
const CDATA = /<!\[CDATA\[(.*?)\]\]>/sy
const START = new RegExp(`<(${NAME})`, 'y')
const ATTRIBUTE = new RegExp(`[ \\t\\r\\n]+(${NAME})[ \\t\\r\\n]*=[ \\t\\r\\n]*(?:"([^"<]*)"|'([^'<]*)')`, 'y')
const START_END = /[ \t\r\n]*(\/?)>/y
const END = new RegExp(`</(${NAME})[ \\t\\r\\n]*>`, 'y')
const TEXT = /[^<]+/y
/** Of the control characters, XML 1.0 §2.2 allows blanks and those behind ASCII. Decoded text has no halves of pairs. */
const FORBIDDEN = /[^\P{Cc}\t\n\r\u007f-\u009f]|[\ufffe\uffff]/u
const REFERENCE = /&(?:(amp|lt|gt|quot|apos)|#(\d{1,7})|#x([\da-fA-F]{1,6}));|&/g
const ENTITIES: ReadonlyMap<string, string> = new Map([
  ['amp', '&'],
  ['lt', '<'],
  ['gt', '>'],
  ['quot', '"'],
  ['apos', "'"],
])

/** Prefixes that an element declares, and those around it: documents may declare many, on many elements. */
interface Namespaces {
  readonly own: ReadonlyMap<string, string>
  readonly outer: Namespaces | undefined
}

interface OpenElement extends XmlElement {
  readonly qualifiedName: string
  readonly namespaces: Namespaces
  readonly children: OpenElement[]
  text: string
}

class XmlReader {
  readonly #source: SourceText
  readonly #text: string
  #at = 0
  #elements = 0
  #root: OpenElement | undefined
  readonly #open: OpenElement[] = []

  constructor(source: SourceText) {
    this.#source = source
    this.#text = source.text
  }

  read(): XmlElement {
    const declaration = this.#take(DECLARATION)
    if (declaration?.[1] && declaration[1].toLowerCase() !== 'utf-8') {
      this.#fail(`the encoding must be UTF-8, not ${declaration[1]}`, 0)
    }
    while (this.#at < this.#text.length) this.#readNode()
    const unclosed = this.#open.at(-1)
    if (unclosed) this.#fail(`<${unclosed.qualifiedName}> is not closed`, unclosed.span.start)
    return this.#root ?? this.#fail('there is no element')
  }

  #readNode(): void {
    if (this.#text[this.#at] !== '<') this.#readText()
    else if (this.#text.startsWith('<![CDATA[', this.#at)) this.#readCharacters()
    else if (this.#text.startsWith('<!DOCTYPE', this.#at)) this.#fail('a document type is not allowed')
    else if (this.#text.startsWith('<!', this.#at)) this.#readComment()
    else if (this.#text.startsWith('<?', this.#at)) this.#take(INSTRUCTION) ?? this.#fail('this is no instruction')
    else if (this.#text.startsWith('</', this.#at)) this.#readEnd()
    else this.#readStart()
  }

  /** Two hyphens end a comment, and must not stand in it (§2.5). */
  #readComment(): void {
    const end = this.#text.startsWith('<!--', this.#at) ? this.#text.indexOf('--', this.#at + '<!--'.length) : -1
    if (end < 0 || this.#text[end + 2] !== '>') this.#fail('this is not a comment')
    this.#requireAllowed(this.#text.slice(this.#at, end), this.#at)
    this.#at = end + '-->'.length
  }

  #readText(): void {
    const start = this.#at
    const raw = this.#take(TEXT)?.[0] ?? ''
    if (raw.includes(']]>')) this.#fail(']]> must not stand in text', start + raw.indexOf(']]>'))
    this.#append(this.#expand(raw, start), start)
  }

  #readCharacters(): void {
    const start = this.#at
    const characters = this.#take(CDATA)?.[1] ?? this.#fail('this section is not closed')
    this.#requireAllowed(characters, start)
    const element = this.#open.at(-1) ?? this.#fail('text stands outside of the root element', start)
    element.text += characters
  }

  #append(text: string, start: number): void {
    const element = this.#open.at(-1)
    if (element) element.text += text
    else if (text.trim() !== '') this.#fail('text stands outside of the root element', start)
  }

  #readStart(): void {
    const start = this.#at
    const qualifiedName = this.#take(START)?.[1] ?? this.#fail('this is no tag')
    const attributes = this.#readAttributes()
    const end = this.#take(START_END) ?? this.#fail(`the tag <${qualifiedName}> cannot be read`)
    if (this.#root && this.#open.length === 0) this.#fail('there is more than one root element', start)
    if (this.#open.length >= MAX_DEPTH) this.#fail(`elements are nested more than ${MAX_DEPTH} deep`, start)
    this.#elements += 1
    if (this.#elements > MAX_ELEMENTS) this.#fail(`there are more than ${MAX_ELEMENTS} elements`, start)
    const parent = this.#open.at(-1)
    const namespaces = declaredNamespaces(attributes, parent?.namespaces ?? PREDECLARED)
    const namespace = this.#namespaceOf(qualifiedName, namespaces, start)
    for (const attribute of attributes.keys())
      if (attribute.includes(':')) this.#namespaceOf(attribute, namespaces, start)
    const element: OpenElement = {
      qualifiedName,
      name: qualifiedName.slice(qualifiedName.indexOf(':') + 1),
      namespace,
      namespaces,
      attributes,
      children: [],
      text: '',
      span: this.#source.span(start, this.#at),
    }
    if (parent) parent.children.push(element)
    else this.#root = element
    if (end[1] === '') this.#open.push(element)
  }

  /** Namespaces in XML 1.0 §5 and §6. */
  #namespaceOf(qualifiedName: string, namespaces: Namespaces, start: number): string {
    const [prefix = '', local, ...more] = qualifiedName.split(':')
    if (local === undefined) return resolve('', namespaces) ?? ''
    if (prefix === '' || local === '' || more.length > 0) this.#fail(`"${qualifiedName}" is no name`, start)
    if (prefix === 'xmlns') return ''
    return resolve(prefix, namespaces) || this.#fail(`the prefix "${prefix}" has no namespace`, start)
  }

  #readAttributes(): ReadonlyMap<string, string> {
    const attributes = new Map<string, string>()
    for (;;) {
      const start = this.#at
      const match = this.#take(ATTRIBUTE)
      if (!match) return attributes
      const [, name = '', quoted, apostrophed] = match
      if (attributes.has(name)) this.#fail(`the attribute ${name} stands there twice`, start)
      attributes.set(name, this.#expand(quoted ?? apostrophed ?? '', start))
    }
  }

  #readEnd(): void {
    const start = this.#at
    const name = this.#take(END)?.[1] ?? this.#fail('this is no tag')
    const element = this.#open.pop()
    if (!element) this.#fail(`</${name}> closes nothing`, start)
    if (element.qualifiedName !== name) this.#fail(`</${name}> stands where <${element.qualifiedName}> is open`, start)
  }

  /** Replaces references by what they mean. */
  #expand(raw: string, start: number): string {
    this.#requireAllowed(raw, start)
    if (!raw.includes('&')) return raw
    return raw.replace(REFERENCE, (whole, name?: string, decimal?: string, hexadecimal?: string) => {
      if (name) return ENTITIES.get(name) ?? ''
      const code = decimal ? Number(decimal) : Number.parseInt(hexadecimal ?? '0', 16)
      const isCharacter = code > 0 && code <= 0x10ffff && (code < 0xd800 || code > 0xdfff)
      const character = isCharacter ? String.fromCodePoint(code) : '\0'
      if (whole === '&' || FORBIDDEN.test(character)) this.#fail('& begins no reference that XML knows', start)
      return character
    })
  }

  #requireAllowed(text: string, start: number): void {
    const at = text.search(FORBIDDEN)
    if (at >= 0) this.#fail('the character is not allowed in XML', start + at)
  }

  /** Matches at the current place, and moves behind what matched. */
  #take(pattern: RegExp): RegExpExecArray | undefined {
    pattern.lastIndex = this.#at
    const match = pattern.exec(this.#text)
    if (match) this.#at += match[0].length
    return match ?? undefined
  }

  #fail(message: string, at = this.#at): never {
    throw new TemplateError(
      'malformed-xml',
      say`${ofData(message, 'the XML is not well-formed')}`,
      this.#source.span(at),
    )
  }
}

const PREDECLARED: Namespaces = {
  own: new Map([['xml', 'http://www.w3.org/XML/1998/namespace']]),
  outer: undefined,
}

function declaredNamespaces(attributes: ReadonlyMap<string, string>, outer: Namespaces): Namespaces {
  let own: Map<string, string> | undefined
  for (const [name, value] of attributes) {
    if (name !== 'xmlns' && !name.startsWith('xmlns:')) continue
    own ??= new Map()
    own.set(name.slice('xmlns:'.length), value)
  }
  return own ? { own, outer } : outer
}

/** Of elements nested as deep as they may be, so there are not many to ask. */
function resolve(prefix: string, namespaces: Namespaces): string | undefined {
  for (let at: Namespaces | undefined = namespaces; at; at = at.outer) {
    const namespace = at.own.get(prefix)
    if (namespace !== undefined) return namespace
  }
  return undefined
}

/** The namespaces of invoices: those of their parts and of the types of data, in both syntaxes. */
const INVOICE_NAMESPACES = /^urn:(?:un:unece:uncefact:data:standard:|oasis:names:specification:ubl:schema:xsd:)/

/** The elements of an invoice at a path of names below an element, such as `a/b`. */
export function elementsAt(element: XmlElement, path: string): readonly XmlElement[] {
  let found: readonly XmlElement[] = [element]
  for (const name of path.split('/')) {
    const isNamed = (child: XmlElement) => child.name === name && INVOICE_NAMESPACES.test(child.namespace)
    found = found.flatMap(({ children }) => children.filter(isNamed))
  }
  return found
}

/** The first element at a path of names. */
export function elementAt(element: XmlElement, path: string): XmlElement | undefined {
  return elementsAt(element, path)[0]
}
