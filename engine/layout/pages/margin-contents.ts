import type { DiagnosticSink } from '../../base/diagnostics.js'
import type { Span } from '../../base/source.js'
import type { BoxTree, NamedStrings } from '../../boxes/box-tree.js'
import type { GeneratedBlockContext, MarginTarget } from '../../boxes/build/page-margin-content.js'
import type { GeneratedLength } from '../../boxes/generated-length.js'
import type { ImageResolver } from '../../boxes/image-resolver.js'
import type { PageCounterValues } from '../../boxes/page-counters.js'
import { targetId, unprintedTarget } from '../../boxes/page-references.js'
import type { StyledTree } from '../../style/styled-tree.js'
import type { PageLog, PageRecord } from './page-log.js'
import { valueOnPage } from './page-values.js'

/** The document whose pages have margin boxes. */
interface MarginSources {
  readonly styled: StyledTree
  readonly boxes: BoxTree
  readonly log: PageLog
  readonly images: ImageResolver
  readonly diagnostics: DiagnosticSink
  /** Counts the text that margin boxes generate. */
  readonly generated: GeneratedLength
}

/** The values that `content` of page-margin boxes may refer to, page by page, when all pages are laid out. */
export class MarginContents {
  #pages: ReadonlyMap<string, PageCounterValues> | undefined
  readonly #missing = new Set<string>()

  constructor(private readonly sources: MarginSources) {}

  of(record: PageRecord): GeneratedBlockContext {
    const { styled, boxes, log, images, generated, diagnostics } = this.sources
    const counters = log.countersOf(record)
    const namedString: NamedStrings = (name, position) => valueOnPage(record.strings, name, position) ?? ''
    return {
      counters,
      countText: (length) => generated.add(length, styled.tree.root.template.span),
      nextId: () => boxes.nextId(),
      image: (image) => images.resolveStyle(image),
      namedString,
      runningElement: (name, position) =>
        valueOnPage(record.running, name, position)?.boxes(counters, namedString) ?? [],
      target: (address, span) => this.#target(address, span),
      anonymous: (parent, display) => styled.anonymous(parent, display),
      diagnostics,
    }
  }

  #target(address: string, span: Span | undefined): MarginTarget | undefined {
    const id = targetId(address)
    if (id === undefined) return undefined
    const target = this.sources.boxes.marks.targets.get(id)
    if (!target) {
      this.#report(id, `no element has the id "${id}" that a cross-reference in a page margin names`, span)
      return undefined
    }
    return { target, page: () => this.#pageOf(id, target.key, span) }
  }

  #pageOf(id: string, key: string, span: Span | undefined): PageCounterValues | undefined {
    this.#pages ??= this.sources.log.pagesOfMarks()
    const page = this.#pages.get(key)
    if (!page && this.sources.log.complete)
      this.#report(id, unprintedTarget(id, 'a cross-reference in a page margin'), span)
    return page
  }

  /** The first reference to each target in vain: the margins of all pages may have it. */
  #report(id: string, message: string, span: Span | undefined): void {
    if (this.#missing.has(id)) return
    this.#missing.add(id)
    this.sources.diagnostics.warn('missing-target', message, span)
  }
}
