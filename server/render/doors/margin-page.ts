import { DiagnosticList } from '../../../engine/base/diagnostics.js'
import { TemplateError } from '../../../engine/base/errors.js'
import { DEFAULT_LIMITS } from '../../../engine/base/limits.js'
import { SourceText } from '../../../engine/base/source.js'
import type { HtmlElement, HtmlNode } from '../../../engine/html/html-tree.js'
import { parseHtml } from '../../../engine/html/parse-html.js'

/** A page that another program prints into the margin of each page, as what platen can put there. */
export interface MarginPage {
  /** One element with the content of the page. */
  readonly html: string
  /** Its style sheets, for nothing but that element. */
  readonly css: string
  /** A script does more than fill elements by their class, which is done without it. */
  readonly hasOwnScript: boolean
}

interface MarginPageOptions {
  /** The class of the element. */
  readonly className: string
  /** Values of `content` by the classes of the elements that they fill. */
  readonly values: ReadonlyMap<string, string>
  /** The address of an image, as the page around names it. */
  readonly address?: ((source: string) => string) | undefined
  /** The text of a linked style sheet; undefined where there is none. */
  readonly sheet: (href: string) => string | undefined
}

/**
 * Reads a header or footer page. Elements with certain classes are filled by generated content, which platen writes anew
 * for each page; scripts are left out.
 *
 * @throws TemplateError for a page beyond the limits
 */
export function readMarginPage(name: string, text: string, options: MarginPageOptions): MarginPage {
  const source = new SourceText(name, text)
  const { root, body } = parseHtml(source, [], {
    diagnostics: new DiagnosticList(),
    limits: DEFAULT_LIMITS,
    limitError: (code, message, start) => new TemplateError(code, message, source.span(start)),
  })
  const writer = new MarginPageWriter(options)
  writer.collect(root)
  const content = writer.write(body)
  const fills = [...options.values].map(([name, content]) => `& .${name}::before { content: ${content} }`)
  const sheets = [...writer.sheets.map(withinElement), ...fills].join('\n')
  const { fonts, rules } = fontFaces(sheets)
  return {
    html: `<div class="${options.className}"${writer.attributes(body, ['class'])}>${content}</div>`,
    css: `${fonts}\n.${options.className} {\n${rules}\n}`,
    hasOwnScript: writer.scripts.some((script) => !isFilling(script)),
  }
}

/** `@font-face` rules, which cannot stand within another rule, and everything else. */
function fontFaces(css: string): { readonly fonts: string; readonly rules: string } {
  const fonts: string[] = []
  const rules = css.replace(/@font-face\s*\{[^}]*(?:\}|$)/gi, (rule) => {
    fonts.push(rule)
    return ''
  })
  return { fonts: fonts.join('\n'), rules }
}

/** A sheet for a page as rules within that of its element: what is said of the page is said of the element. */
function withinElement(css: string): string {
  return css
    .replace(/\/\*(?:[\s\S]*?\*\/|[\s\S]*$)/g, ' ')
    .replace(/@(?:import|charset|page)\b[^;{]*(?:;|\{[^}]*(?:\}|$)|$)/gi, '')
    .replace(/(^|[\s,{}>+~])(?:html\s+body|html|body)(?=[\s,{>+~.:#[])/gi, '$1&')
}

/** Whether a script does what the manuals of such programs show: it reads the query and fills elements by their class. */
function isFilling(script: string): boolean {
  const known =
    /\b(?:getElementsByClassName|querySelectorAll|location|search|split|substring|unescape|decodeURI|decodeURIComponent|subst|textContent|innerHTML|innerText|hasOwnProperty|URLSearchParams)\b/
  const more =
    /\bif\s*\(|\bswitch\b|\?[^'"]{0,200}:|\.style\b|\.display\b|\bcreateElement\b|\bfetch\b|\bXMLHttpRequest\b|\$\(/
  const plain = script.replace(/if\s*\([^)]{0,200}?(?:hasOwnProperty|length)[^)]{0,200}\)/g, '')
  return script.trim() === '' || (known.test(script) && !more.test(plain))
}

class MarginPageWriter {
  readonly sheets: string[] = []
  readonly scripts: string[] = []

  constructor(private readonly options: MarginPageOptions) {}

  /** Takes the style sheets and scripts of the page in their order. */
  collect(element: HtmlElement): void {
    if (element.name === 'style') this.sheets.push(textOf(element))
    else if (element.name === 'script') this.scripts.push(attributeOf(element, 'src') ?? textOf(element))
    else if (element.name === 'link' && /\bstylesheet\b/i.test(attributeOf(element, 'rel') ?? '')) {
      const sheet = this.options.sheet(attributeOf(element, 'href') ?? '')
      if (sheet !== undefined) this.sheets.push(sheet)
    }
    for (const child of element.children) if (child.kind === 'element') this.collect(child)
  }

  /** The content of an element as HTML; none where a value fills it. The depth of pages is limited. */
  write(element: HtmlElement): string {
    return element.children.map((child) => this.#node(child)).join('')
  }

  /** @param others names that are written elsewhere */
  attributes({ attributes }: HtmlElement, others: readonly string[] = []): string {
    return attributes
      .filter(({ name }) => name !== '' && !name.startsWith('on') && !others.includes(name))
      .map(({ name, value }) => ` ${name}="${escaped(this.#value(name, value.join(''))).replaceAll('"', '&quot;')}"`)
      .join('')
  }

  #value(name: string, value: string): string {
    return name === 'src' && this.options.address ? this.options.address(value) : value
  }

  #node(node: HtmlNode): string {
    if (node.kind === 'text') return escaped(node.pieces.join(''))
    if (LEFT_OUT.has(node.name)) return ''
    const tag = `<${node.name}${this.attributes(node)}>`
    if (EMPTY.has(node.name)) return tag
    const classes = (attributeOf(node, 'class') ?? '').split(/\s+/)
    const isFilled = classes.some((name) => this.options.values.has(name))
    return `${tag}${isFilled ? '' : this.write(node)}</${node.name}>`
  }
}

const LEFT_OUT: ReadonlySet<string> = new Set(['script', 'style', 'link', 'meta', 'title', 'base', 'noscript'])

const EMPTY: ReadonlySet<string> = new Set([
  'area',
  'br',
  'col',
  'embed',
  'hr',
  'img',
  'input',
  'param',
  'source',
  'wbr',
])

function textOf({ children }: HtmlElement): string {
  return children.map((child) => (child.kind === 'text' ? child.pieces.join('') : '')).join('')
}

function attributeOf({ attributes }: HtmlElement, name: string): string | undefined {
  return attributes.find((attribute) => attribute.name === name)?.value.join('')
}

/** Text as HTML; braces as references, so that they are no placeholders. */
function escaped(text: string): string {
  return text.replace(/[&<>{]/g, (character) => `&#${character.charCodeAt(0)};`)
}
