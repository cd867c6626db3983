import type { DiagnosticSink } from '../base/diagnostics.js'
import { LimitError, TemplateError } from '../base/errors.js'
import type { RenderLimits } from '../base/limits.js'
import { fileOfShared, pathsOfPartial } from '../base/partial-tag.js'
import { formatSpan, SourceText, type Span } from '../base/source.js'
import { didYouMean } from '../base/suggest.js'
import { parseHtmlFragment } from '../html/parse-html.js'
import type { TagSource } from './build-parts.js'
import { buildFragment, type HeadCollector } from './build-template.js'
import type { Head } from './collect-head.js'
import type { Filters } from './parse-expression.js'
import type { Tag } from './parse-tag.js'
import { scanMustaches } from './scan-mustaches.js'
import type { TemplateNode } from './template-tree.js'

export type PartialTag = Extract<Tag, { readonly kind: 'partial' }>

/** Partials within partials, each of which may stand there several times. */
const MAX_INCLUSIONS = 1_000

/** Characters of all partials together, each as often as it is included. */
const MAX_INCLUDED_LENGTH = 2_000_000

/** How deep partials include each other: a tree of data is hardly ever deeper. */
export const MAX_PARTIAL_DEPTH = 64

/** A tag that includes a partial, and the one that included the text in which it stands. */
export interface Inclusion {
  readonly name: string
  readonly source: string
  readonly span: Span
  readonly around: Inclusion | undefined
}

interface PartialOptions {
  readonly assets: ReadonlyMap<string, Uint8Array>
  /** Texts by name, for partials that the assets do not have. */
  readonly shared: ReadonlyMap<string, string>
  readonly diagnostics: DiagnosticSink
  /** Gets what includes each file, where it is first included. */
  readonly inclusions: Map<string, string>
  readonly limits: RenderLimits
  readonly filters: Filters
  readonly head: Head
}

/** The elements that describe or style the document: of a partial that includes itself they were collected before. */
const COLLECTED: ReadonlySet<string> = new Set(['title', 'meta', 'style', 'link', 'base'])
const COLLECTED_BEFORE: HeadCollector = { collect: ({ name }) => COLLECTED.has(name) }
const REPORTED_BEFORE: DiagnosticSink = { warn: () => undefined, error: () => undefined }

/**
 * The partials of a template: `{{> header}}` stands for the file `partials/header.html` or `header.html` of its assets,
 * else for the shared partial of that name.
 * They are expanded when the template is compiled, each time anew, so that selectors know where every element stands.
 * One that includes itself is expanded as far as that; the rest is left to the data.
 */
export class Partials {
  #inclusions = 0
  #length = 0

  /** @param texts the files read so far, by the name of their partial */
  constructor(
    private readonly options: PartialOptions,
    private readonly texts = new Map<string, SourceText>(),
  ) {}

  /** The inclusion of each file that comes first. */
  get inclusions(): ReadonlyMap<string, string> {
    return this.options.inclusions
  }

  /** The same files for the partials that one document expands. What is wrong in them was reported before. */
  forDocument(): Partials {
    return new Partials({ ...this.options, diagnostics: REPORTED_BEFORE }, this.texts)
  }

  /**
   * The nodes that stand for a tag.
   *
   * @throws TemplateError for a partial that does not exist, and for whatever is wrong in it, with both places
   */
  include(tag: PartialTag, around: Inclusion | undefined): readonly TemplateNode[] {
    const { name, source, span } = tag
    const text = this.#find(tag)
    const inclusion = { name, source, span, around }
    if (isWithin(name, around)) return withParameters(tag, [{ kind: 'partial', inclusion }])
    const excess = this.#count(text)
    if (excess !== undefined) throw new TemplateError('too-many-partials', excess, span)
    return withParameters(
      tag,
      this.#build(text, inclusion, (tags) => this.options.head.within(tags)),
    )
  }

  /** The nodes of a partial that includes itself, once more. @throws LimitError when the data is too deep */
  again(inclusion: Inclusion, depth: number): readonly TemplateNode[] {
    if (depth > MAX_PARTIAL_DEPTH) {
      const message = `${inclusion.source} includes itself more than ${MAX_PARTIAL_DEPTH} times`
      throw new LimitError('too-deep', message, inclusion.span)
    }
    const text = this.#find(inclusion)
    const excess = this.#count(text)
    if (excess !== undefined) throw new LimitError('too-many-partials', excess, inclusion.span)
    return this.#build(text, inclusion, () => COLLECTED_BEFORE)
  }

  /** Counts a partial that is expanded; says what there is too much of. */
  #count({ text }: SourceText): string | undefined {
    this.#inclusions++
    this.#length += text.length
    if (this.#inclusions > MAX_INCLUSIONS) return `partials are included more than ${MAX_INCLUSIONS} times`
    if (this.#length <= MAX_INCLUDED_LENGTH) return undefined
    return `partials have more than ${MAX_INCLUDED_LENGTH} characters, each counted as often as it is included`
  }

  #build(
    source: SourceText,
    inclusion: Inclusion,
    headOf: (tags: TagSource) => HeadCollector,
  ): readonly TemplateNode[] {
    const { diagnostics, filters, limits, inclusions } = this.options
    if (!inclusions.has(source.file)) inclusions.set(source.file, placesOf(inclusion))
    try {
      const mustaches = scanMustaches(source, diagnostics)
      const nodes = parseHtmlFragment(source, mustaches, {
        diagnostics,
        limits,
        limitError: (code, message, start) => new TemplateError(code, message, source.span(start)),
      })
      const tags = { source, mustaches, diagnostics, filters }
      return buildFragment(nodes, {
        tags,
        head: headOf(tags),
        inValue: false,
        fixedSpan: undefined,
        partials: { library: this, around: inclusion },
      })
    } catch (error) {
      throw error instanceof TemplateError ? withPlace(error, inclusion) : error
    }
  }

  #find({ name, source, span }: Pick<Inclusion, 'name' | 'source' | 'span'>): SourceText {
    const known = this.texts.get(name)
    if (known) return known
    const text = this.#findOwn(name) ?? this.#findShared(name)
    if (!text) {
      const { assets, shared } = this.options
      const hint = didYouMean(name, [...partialNames(assets), ...shared.keys()])
      const and = shared.size > 0 ? ', and no shared partial of that name' : ''
      const message = `${source}: there is no file partials/${name}.html beside the template${and}${hint}`
      throw new TemplateError('missing-partial', message, span)
    }
    this.texts.set(name, text)
    return text
  }

  #findOwn(name: string): SourceText | undefined {
    for (const path of pathsOfPartial(name)) {
      const bytes = this.options.assets.get(path)
      if (bytes) return new SourceText(path, new TextDecoder().decode(bytes))
    }
    return undefined
  }

  #findShared(name: string): SourceText | undefined {
    const text = this.options.shared.get(name)
    return text === undefined ? undefined : new SourceText(fileOfShared(name), text)
  }
}

function isWithin(name: string, inclusion: Inclusion | undefined): boolean {
  for (let at = inclusion; at; at = at.around) if (at.name === name) return true
  return false
}

/** The parameters are names around the partial. */
function withParameters({ parameters }: PartialTag, nodes: readonly TemplateNode[]): readonly TemplateNode[] {
  return parameters.reduceRight<readonly TemplateNode[]>(
    (children, { name, value }) => [{ kind: 'let', name, value, children }],
    nodes,
  )
}

function partialNames(assets: ReadonlyMap<string, Uint8Array>): readonly string[] {
  const files = [...assets.keys()].filter((path) => path.endsWith('.html'))
  return files.map((path) => path.replace(/^partials\//, '').slice(0, -'.html'.length))
}

/** The inclusions around a text, from the inside out. */
function placesOf(inclusion: Inclusion): string {
  return `${placeOf(inclusion)}${inclusion.around ? placesOf(inclusion.around) : ''}`
}

function placeOf({ source, span }: Inclusion): string {
  return ` (included by ${source} at ${formatSpan(span)})`
}

/** An error in a partial with the place that includes it; what a deeper one has added stands before it. */
function withPlace(error: TemplateError, inclusion: Inclusion): TemplateError {
  const { code, span, message } = error
  // The error's message has the place in front, which the new one adds again.
  const text = span ? message.slice(message.indexOf(': ') + 2) : message
  return new TemplateError(code, `${text}${placeOf(inclusion)}`, span)
}
