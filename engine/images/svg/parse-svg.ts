import { DEFAULT_LIMITS } from '../../base/limits.js'
import { ImageError } from '../image-error.js'

/** Elements and texts of one drawing: far more than drawings for paper have. */
const MAX_NODES = 200_000

/** An element of a file, with the place of its start tag. */
export interface XmlElement {
  readonly kind: 'element'
  /** Without its prefix. */
  readonly name: string
  readonly namespace: 'svg' | 'html'
  readonly attributes: ReadonlyMap<string, string>
  readonly children: readonly XmlNode[]
  readonly start: number
  readonly end: number
}

export type XmlNode = XmlElement | XmlText

export interface XmlText {
  readonly kind: 'text'
  readonly text: string
  /** Where it begins. */
  readonly start: number
}

interface OpenElement {
  /** With its prefix, to be compared with the end tag. */
  readonly tag: string
  readonly name: string
  /** Undefined for elements of programs, which are dropped with all that they hold. */
  readonly namespace: XmlElement['namespace'] | undefined
  readonly namespaces: Namespaces
  readonly attributes: ReadonlyMap<string, string>
  readonly children: XmlNode[]
  readonly start: number
  readonly end: number
}

/** Addresses of namespaces by their prefixes, the empty one for names without. */
type Namespaces = ReadonlyMap<string, string>

const SVG = 'http://www.w3.org/2000/svg'
const XHTML = 'http://www.w3.org/1999/xhtml'

/** Files that name no namespaces at all are drawings; what is cut out of others may lack the usual ones. */
const USUAL: Namespaces = new Map([
  ['', SVG],
  ['svg', SVG],
  ['html', XHTML],
  ['xhtml', XHTML],
])

const ENTITIES: ReadonlyMap<string, string> = new Map([
  ['amp', '&'],
  ['lt', '<'],
  ['gt', '>'],
  ['quot', '"'],
  ['apos', "'"],
  ['nbsp', '\u00a0'],
])

/** Texts that a document type gives names to: short ones without markup, as exports have them for namespaces. */
const MAX_ENTITIES = 100
const LONGEST_ENTITY = 200
/** Characters that stand for references to such texts, all together. */
const MAX_EXPANDED = 1_000_000

/**
 * Reads an SVG file (XML 1.0): elements of SVG and HTML, attributes, text, CDATA, character references, and entities
 * that its document type declares. Comments and processing instructions are passed over, and what belongs to the
 * program that wrote the file; nothing is loaded from anywhere. Prefixes of names are dropped, so that `xlink:href` is
 * `href` where there is no other.
 *
 * @throws ImageError when the text is not well-formed or its root is not `svg`
 */
export function parseSvg(text: string): XmlElement {
  return new XmlReader(text).read()
}

class XmlReader {
  #at = 0
  #nodes = 0
  #root: XmlElement | undefined
  readonly #open: OpenElement[] = []
  readonly #entities = new Map(ENTITIES)
  #expanded = 0

  constructor(private readonly text: string) {}

  read(): XmlElement {
    while (this.#at < this.text.length) {
      const tag = this.text.indexOf('<', this.#at)
      const end = tag < 0 ? this.text.length : tag
      if (end > this.#at) this.#addText(this.#decoded(this.text.slice(this.#at, end)), this.#at)
      this.#at = end
      if (tag >= 0) this.#readMarkup()
    }
    if (this.#open.length > 0 || !this.#root) throw malformed('it ends within an element')
    if (this.#root.name !== 'svg') throw malformed(`its root element is ${this.#root.name}`)
    return this.#root
  }

  #readMarkup(): void {
    const { text } = this
    if (text.startsWith('<!--', this.#at)) this.#skipTo('-->')
    else if (text.startsWith('<![CDATA[', this.#at)) {
      const start = this.#at + 9
      this.#skipTo(']]>')
      this.#addText(text.slice(start, this.#at - 3), start)
    } else if (text.startsWith('<?', this.#at)) this.#skipTo('?>')
    else if (text.startsWith('<!', this.#at)) this.#skipDoctype()
    else if (text.startsWith('</', this.#at)) this.#readEndTag()
    else this.#readStartTag()
  }

  #skipTo(mark: string): void {
    const end = this.text.indexOf(mark, this.#at)
    if (end < 0) throw malformed('it ends within a comment or section')
    this.#at = end + mark.length
  }

  /** A document type may declare entities in brackets. */
  #skipDoctype(): void {
    const match = /<![^>[]*(?:\[([^\]]*)\]\s*)?>/y
    match.lastIndex = this.#at
    const found = match.exec(this.text)
    if (!found) throw malformed('its document type is damaged')
    this.#at = match.lastIndex
    const declaration = /<!ENTITY\s+([\w.-]{1,40})\s+(?:"([^"&<%]*)"|'([^'&<%]*)')\s*>/g
    for (const [, name = '', double, single] of (found[1] ?? '').matchAll(declaration)) {
      const text = double ?? single ?? ''
      const isNew = !this.#entities.has(name) && this.#entities.size < MAX_ENTITIES
      if (isNew && text.length <= LONGEST_ENTITY) this.#entities.set(name, text)
    }
  }

  #readEndTag(): void {
    const match = /<\/([^\s>]+)\s*>/y
    match.lastIndex = this.#at
    const tag = match.exec(this.text)?.[1]
    const element = this.#open.pop()
    if (!element || tag !== element.tag) throw malformed(`an end tag does not match near "${this.#excerpt()}"`)
    this.#at = match.lastIndex
    this.#close(element)
  }

  #readStartTag(): void {
    const begin = this.#at
    const start = /<([^\s/>=<"']+)/y
    start.lastIndex = this.#at
    const tag = start.exec(this.text)?.[1]
    if (tag === undefined) throw malformed(`there is no tag at "${this.#excerpt()}"`)
    this.#at = start.lastIndex
    if (this.#open.length >= DEFAULT_LIMITS.depth) throw malformed('its elements are nested too deep')
    const attributes = this.#readAttributes()
    const end = /\s*(\/?)>/y
    end.lastIndex = this.#at
    const match = end.exec(this.text)
    if (!match) throw malformed(`a tag is damaged near "${this.#excerpt()}"`)
    this.#at = end.lastIndex
    this.#count()
    const around = this.#open.at(-1)
    const namespaces = declaredIn(attributes, around?.namespaces ?? USUAL)
    const namespace = around && !around.namespace ? undefined : namespaceOf(tag, namespaces)
    const place = { start: begin, end: this.#at }
    const element = { tag, name: localName(tag), namespace, namespaces, attributes, children: [], ...place }
    if (match[1]) this.#close(element)
    else this.#open.push(element)
  }

  #readAttributes(): ReadonlyMap<string, string> {
    const attributes = new Map<string, string>()
    const attribute = /\s+([^\s/>=<"']+)\s*=\s*(?:"([^"<]*)"|'([^'<]*)')/y
    attribute.lastIndex = this.#at
    for (let match = attribute.exec(this.text); match; match = attribute.exec(this.text)) {
      this.#at = attribute.lastIndex
      const name = match[1] ?? ''
      const value = this.#decoded(match[2] ?? match[3] ?? '')
      const local = name.startsWith('xmlns') ? name : localName(name)
      if (name === local || !attributes.has(local)) attributes.set(local, value)
    }
    return attributes
  }

  #close({ name, namespace, attributes, children, start, end }: OpenElement): void {
    const parent = this.#open.at(-1)
    if (!parent && this.#root) throw malformed('it has several root elements')
    if (!namespace) {
      if (!parent) throw malformed(`its root element is ${name} of another namespace`)
      return
    }
    const element: XmlElement = { kind: 'element', name, namespace, attributes, children, start, end }
    if (parent) parent.children.push(element)
    else this.#root = element
  }

  #addText(text: string, start: number): void {
    const parent = this.#open.at(-1)
    if (parent) {
      this.#count()
      parent.children.push({ kind: 'text', text, start })
    } else if (/[^\s\ufeff]/.test(text)) throw malformed('there is text outside of its root element')
  }

  #decoded(text: string): string {
    if (!text.includes('&')) return text
    return text.replace(/&(?:#x([0-9a-f]{1,6})|#(\d{1,7})|([\w.-]{1,40}));/gi, (whole, hex, decimal, name) => {
      if (name !== undefined) return this.#entity(name) ?? whole
      const codePoint = hex === undefined ? Number.parseInt(decimal, 10) : Number.parseInt(hex, 16)
      return codePoint > 0 && codePoint <= 0x10ffff ? String.fromCodePoint(codePoint) : ''
    })
  }

  #entity(name: string): string | undefined {
    const text = this.#entities.get(name)
    this.#expanded += text?.length ?? 0
    if (this.#expanded <= MAX_EXPANDED) return text
    throw new ImageError('image-too-large', `the entities of the drawing take more than ${MAX_EXPANDED} characters`)
  }

  #count(): void {
    if (++this.#nodes > MAX_NODES)
      throw new ImageError('image-too-large', `the drawing has more than ${MAX_NODES} nodes`)
  }

  #excerpt(): string {
    return this.text.slice(this.#at, this.#at + 20)
  }
}

function localName(name: string): string {
  return name.slice(name.indexOf(':') + 1)
}

/** The namespaces within an element (Namespaces in XML 1.0 §3). */
function declaredIn(attributes: ReadonlyMap<string, string>, around: Namespaces): Namespaces {
  let own: Map<string, string> | undefined
  for (const [name, value] of attributes) {
    if (name !== 'xmlns' && !name.startsWith('xmlns:')) continue
    own ??= new Map(around)
    own.set(name.slice(6), value.trim())
  }
  return own ?? around
}

function namespaceOf(tag: string, namespaces: Namespaces): XmlElement['namespace'] | undefined {
  const colon = tag.indexOf(':')
  const address = namespaces.get(colon < 0 ? '' : tag.slice(0, colon))
  if (address === SVG || address === '') return 'svg'
  return address === XHTML ? 'html' : undefined
}

function malformed(why: string): ImageError {
  return new ImageError('invalid-image', `the SVG file is damaged: ${why}`)
}
