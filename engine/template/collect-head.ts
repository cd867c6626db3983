import { assetPath, DocumentBase, networkHint } from '../base/asset-path.js'
import { dataUriBytes } from '../base/data-uri.js'
import { formatSpan, SourceText } from '../base/source.js'
import { decodeSheet } from '../css/syntax/decode-sheet.js'
import type { HtmlElement, TextPiece } from '../html/html-tree.js'
import type { BlockNesting } from './block-nesting.js'
import { addText, buildParts, type TagSource, wrapInBlocks } from './build-parts.js'
import { type HeadCollector, staticText } from './build-template.js'
import type { TemplateAttribute, TemplateNode, TemplateSheet, TextPart } from './template-tree.js'

/** Collects title, metadata and style sheets, wherever in the document they stand. */
export class Head implements HeadCollector {
  readonly sheets: TemplateSheet[] = []
  readonly metadata = new Map<string, readonly TextPart[]>()
  /** Titles within blocks are alternatives, so their parts are joined; an unconditional title ends the search. */
  title: TextPart[] | undefined
  /** The first `<base>` with an address. */
  base: DocumentBase | undefined
  #titleComplete = false

  constructor(
    private readonly tags: TagSource,
    private readonly assets: ReadonlyMap<string, Uint8Array>,
    private readonly isText: (file: string) => boolean,
  ) {}

  collect(
    element: HtmlElement,
    attributes: readonly TemplateAttribute[],
    nesting: BlockNesting<TemplateNode>,
  ): boolean {
    return this.#collect(element, attributes, nesting, this.tags)
  }

  /** Collects from another text of the template, a partial. */
  within(tags: TagSource): HeadCollector {
    return { collect: (element, attributes, nesting) => this.#collect(element, attributes, nesting, tags) }
  }

  #collect(
    element: HtmlElement,
    attributes: readonly TemplateAttribute[],
    nesting: BlockNesting<TemplateNode>,
    tags: TagSource,
  ): boolean {
    switch (element.name) {
      case 'title':
        this.#title(element, nesting, tags)
        return true
      case 'meta':
        this.#meta(attributes, nesting)
        return true
      case 'style':
        this.#style(element, attributes, nesting, tags)
        return true
      case 'base':
        this.#base(element, attributes, nesting, tags)
        return true
      case 'link':
        this.#link(element, attributes, nesting, tags)
        return true
      default:
        return false
    }
  }

  #title(element: HtmlElement, nesting: BlockNesting<TemplateNode>, tags: TagSource): void {
    const parts = buildParts(tags, textPieces(element), nesting, '<title>')
    if (this.#titleComplete) return
    const wrapped = wrapInBlocks(parts, nesting)
    this.#titleComplete = wrapped === parts
    if (this.title && this.#titleComplete) return
    this.title = [...(this.title ?? []), ...wrapped]
  }

  #meta(attributes: readonly TemplateAttribute[], nesting: BlockNesting<TemplateNode>): void {
    const name = staticText(attributeParts(attributes, 'name') ?? [])
      ?.trim()
      .toLowerCase()
    const content = attributeParts(attributes, 'content')
    if (!name || !content || this.metadata.has(name)) return
    this.metadata.set(name, wrapInBlocks(content, nesting))
  }

  #base(
    element: HtmlElement,
    attributes: readonly TemplateAttribute[],
    nesting: BlockNesting<TemplateNode>,
    { source, diagnostics }: TagSource,
  ): void {
    const value = attributeParts(attributes, 'href')
    if (!value || this.base !== undefined) return
    const address = staticText(wrapInBlocks(value, nesting))
    if (address !== undefined) this.base = new DocumentBase(address.trim(), this.isText)
    else {
      const span = source.span(element.start, element.end)
      diagnostics.error('dynamic-base', 'the address of <base> cannot depend on data', span)
    }
  }

  #style(
    element: HtmlElement,
    attributes: readonly TemplateAttribute[],
    nesting: BlockNesting<TemplateNode>,
    tags: TagSource,
  ): void {
    const type = staticText(attributeParts(attributes, 'type') ?? [])
      ?.trim()
      .toLowerCase()
    if (type !== undefined && type !== '' && type !== 'text/css') return
    const text = element.children[0]
    if (text?.kind !== 'text') return
    const { source } = tags
    // Blanks in place of what comes before keep lines, columns and offsets those of the template.
    const padding = source.text.slice(0, text.start).replace(/[^\n\r]/g, ' ')
    const parts: TextPart[] = [padding]
    for (const part of buildParts(tags, text.pieces, nesting, '<style>')) {
      if (typeof part === 'string') addText(parts, part)
      else parts.push(part)
    }
    this.sheets.push({
      // In drawings character references are text: `a&gt;b` is a selector there (HTML §13.2.6.5).
      source: new SourceText(source.file, staticText(parts) ?? padding + source.text.slice(text.start, text.end)),
      parts: wrapInBlocks(parts, nesting),
      media: staticText(attributeParts(attributes, 'media') ?? []) ?? '',
    })
  }

  #link(
    element: HtmlElement,
    attributes: readonly TemplateAttribute[],
    nesting: BlockNesting<TemplateNode>,
    { source, diagnostics }: TagSource,
  ): void {
    const rel =
      staticText(attributeParts(attributes, 'rel') ?? [])
        ?.toLowerCase()
        .split(/\s+/) ?? []
    if (!rel.includes('stylesheet') || rel.includes('alternate')) return
    const span = source.span(element.start, element.end)
    const value = attributeParts(attributes, 'href')
    if (!value) return
    const href = staticText(value)
    if (href === undefined) {
      diagnostics.error('dynamic-stylesheet', 'the address of a style sheet cannot depend on data', span)
      return
    }
    const own = dataUriBytes(href)
    const path = own ? `data: at ${formatSpan(span)}` : this.base ? assetPath(href, this.base.folder) : href
    const bytes = own ?? findAsset(this.assets, path)
    if (!bytes) {
      diagnostics.error(
        'missing-asset',
        `the style sheet "${href}" is not among the assets of the template${networkHint(href)}`,
        span,
      )
      return
    }
    const { text, encoding } = decodeSheet(bytes, staticText(attributeParts(attributes, 'charset') ?? []))
    this.sheets.push({
      source: new SourceText(path, text),
      parts: wrapInBlocks([text], nesting),
      media: staticText(attributeParts(attributes, 'media') ?? []) ?? '',
      encoding,
    })
  }
}

function attributeParts(attributes: readonly TemplateAttribute[], name: string): readonly TextPart[] | undefined {
  return attributes.find((attribute) => attribute.name === name)?.value
}

function textPieces(element: HtmlElement): readonly TextPiece[] {
  const text = element.children[0]
  return text?.kind === 'text' ? text.pieces : []
}

/** Assets are named by relative path: `./print.css?v=2` is `print.css`. */
function findAsset(assets: ReadonlyMap<string, Uint8Array>, href: string): Uint8Array | undefined {
  const path = href.trim()
  return assets.get(path) ?? assets.get(path.replace(/[?#].*$/s, '').replace(/^(?:\.\/)+/, ''))
}
