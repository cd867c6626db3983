import { DEFAULT_LIMITS } from '../../base/limits.js'
import { ImageError } from '../image-error.js'
import type { SvgContent, SvgElement } from './svg-element.js'

/** Elements and texts of one drawing: far more than drawings for paper have. */
const MAX_NODES = 200_000

interface OpenElement {
  /** With its prefix, to be compared with the end tag. */
  readonly tag: string
  readonly name: string
  readonly attributes: ReadonlyMap<string, string>
  readonly children: SvgContent[]
}

const ENTITIES: ReadonlyMap<string, string> = new Map([
  ['amp', '&'],
  ['lt', '<'],
  ['gt', '>'],
  ['quot', '"'],
  ['apos', "'"],
  ['nbsp', '\u00a0'],
])

/**
 * Reads an SVG file (XML 1.0): elements, attributes, text, CDATA, character references. Comments, processing
 * instructions and the document type are passed over; no entity is declared or loaded from anywhere. Prefixes of
 * names are dropped, so that `xlink:href` is `href` where there is no other.
 *
 * @throws ImageError when the text is not well-formed or its root is not `svg`
 */
export function parseSvg(text: string): SvgElement {
  return new XmlReader(text).read()
}

class XmlReader {
  #at = 0
  #nodes = 0
  #root: SvgElement | undefined
  readonly #open: OpenElement[] = []

  constructor(private readonly text: string) {}

  read(): SvgElement {
    while (this.#at < this.text.length) {
      const tag = this.text.indexOf('<', this.#at)
      const end = tag < 0 ? this.text.length : tag
      if (end > this.#at) this.#addText(decodeReferences(this.text.slice(this.#at, end)))
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
      this.#addText(text.slice(start, this.#at - 3))
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

  /** A document type may declare entities in brackets; they stay unknown. */
  #skipDoctype(): void {
    const match = /<![^>[]*(?:\[[^\]]*\]\s*)?>/y
    match.lastIndex = this.#at
    if (!match.test(this.text)) throw malformed('its document type is damaged')
    this.#at = match.lastIndex
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
    const start = /<([^\s/>=<"']+)/y
    start.lastIndex = this.#at
    const tag = start.exec(this.text)?.[1]
    if (tag === undefined) throw malformed(`there is no tag at "${this.#excerpt()}"`)
    this.#at = start.lastIndex
    if (this.#open.length >= DEFAULT_LIMITS.depth) throw malformed('its elements are nested too deep')
    const attributes = this.#readAttributes()
    const element = { tag, name: localName(tag), attributes, children: [] }
    const end = /\s*(\/?)>/y
    end.lastIndex = this.#at
    const match = end.exec(this.text)
    if (!match) throw malformed(`a tag is damaged near "${this.#excerpt()}"`)
    this.#at = end.lastIndex
    this.#count()
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
      const value = decodeReferences(match[2] ?? match[3] ?? '')
      const local = name.startsWith('xmlns') ? name : localName(name)
      if (name === local || !attributes.has(local)) attributes.set(local, value)
    }
    return attributes
  }

  #close({ name, attributes, children }: OpenElement): void {
    const element: SvgElement = { kind: 'element', name, attributes, children }
    const parent = this.#open.at(-1)
    if (parent) parent.children.push(element)
    else if (this.#root) throw malformed('it has several root elements')
    else this.#root = element
  }

  #addText(text: string): void {
    const parent = this.#open.at(-1)
    if (parent) {
      this.#count()
      parent.children.push({ kind: 'text', text })
    } else if (/[^\s\ufeff]/.test(text)) throw malformed('there is text outside of its root element')
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

function decodeReferences(text: string): string {
  if (!text.includes('&')) return text
  return text.replace(/&(?:#x([0-9a-f]{1,6})|#(\d{1,7})|(\w{1,8}));/gi, (whole, hex, decimal, name) => {
    if (name !== undefined) return ENTITIES.get(name) ?? whole
    const codePoint = hex === undefined ? Number.parseInt(decimal, 10) : Number.parseInt(hex, 16)
    return codePoint > 0 && codePoint <= 0x10ffff ? String.fromCodePoint(codePoint) : ''
  })
}

function malformed(why: string): ImageError {
  return new ImageError('invalid-image', `the SVG file is damaged: ${why}`)
}
