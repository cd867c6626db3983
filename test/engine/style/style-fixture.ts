import { DiagnosticList, formatDiagnostic } from '../../../engine/base/diagnostics.js'
import type { Size } from '../../../engine/base/geometry.js'
import { DEFAULT_LIMITS } from '../../../engine/base/limits.js'
import { SourceText, type Span } from '../../../engine/base/source.js'
import { createStats, type RenderStats } from '../../../engine/base/stats.js'
import type { FontLibrary } from '../../../engine/fonts/font-types.js'
import { compileStylePlan } from '../../../engine/style/compile-style-plan.js'
import type { ComputedStyle } from '../../../engine/style/computed-style.js'
import { resolveStyles } from '../../../engine/style/resolve-styles.js'
import type { StylePlan } from '../../../engine/style/style-plan.js'
import type { StyledTree } from '../../../engine/style/styled-tree.js'
import type { BoundElement, BoundNode, BoundTree } from '../../../engine/template/bound-tree.js'
import { parseTemplate } from '../../../engine/template/parse-template.js'
import type {
  TemplateElement,
  TemplateNode,
  TemplateSheet,
  TemplateTree,
  TextPart,
} from '../../../engine/template/template-tree.js'
import { fakeFonts } from './fake-fonts.js'

/** Of a template that includes nothing. */
const NO_PARTIALS = parseTemplate({ html: '' }, { diagnostics: new DiagnosticList(), limits: DEFAULT_LIMITS }).partials

/** An attribute is a text, or depends on the number of the repetition it stands in. */
export type Attributes = Readonly<Record<string, string | ((i: number) => string)>>

export type NodeSpec = ElementSpec | RepeatSpec | string

export interface ElementSpec {
  readonly kind: 'element'
  readonly name: string
  readonly attributes: Attributes
  readonly children: readonly NodeSpec[]
}

/** A loop. */
export interface RepeatSpec {
  readonly kind: 'repeat'
  readonly count: number
  readonly children: readonly NodeSpec[]
}

/** `h('p', { class: 'a' }, 'text')` */
export function h(name: string, attributes: Attributes = {}, ...children: NodeSpec[]): ElementSpec {
  return { kind: 'element', name, attributes, children }
}

export function repeat(count: number, ...children: NodeSpec[]): RepeatSpec {
  return { kind: 'repeat', count, children }
}

const SPAN: Span = { file: 'template.html', line: 1, column: 1, start: 0, end: 0 }

const EXPRESSION = { kind: 'literal', value: null } as const

/** An A4-like page of round numbers whose content area is 720 by 920 px with the default margins left out. */
export const PAGE: Size = { width: 800, height: 1000 }

export interface FixtureOptions {
  readonly quirks?: boolean
  readonly assets?: Readonly<Record<string, string | Uint8Array>>
  /** The fake fonts when absent. */
  readonly fonts?: FontLibrary
  readonly html?: Attributes
  readonly page?: Size
  /** Sheets with placeholders: their text in the bound document. */
  readonly boundCss?: string
}

/** A template and one document of it. */
export class StyleFixture {
  readonly diagnostics = new DiagnosticList()
  readonly plan: StylePlan
  readonly template: TemplateTree
  readonly #elements: TemplateElement[] = []
  readonly #spec: ElementSpec
  readonly #templates = new Map<ElementSpec, TemplateElement>()

  constructor(
    css: string,
    body: readonly NodeSpec[],
    private readonly options: FixtureOptions = {},
  ) {
    this.#spec = h('html', options.html ?? {}, h('body', {}, ...body))
    const root = this.#toTemplate(this.#spec)
    const source = new SourceText('style.css', css)
    const bound: TextPart = { kind: 'output', expression: EXPRESSION, source: '{{x}}', span: SPAN }
    const sheets: TemplateSheet[] = [{ source, parts: [css], media: '' }]
    if (options.boundCss !== undefined) {
      sheets.push({ source: new SourceText('bound.css', ''), parts: [bound], media: '' })
    }
    this.template = {
      root,
      sheets,
      elements: this.#elements,
      title: undefined,
      fileName: undefined,
      metadata: new Map(),
      partials: NO_PARTIALS,
      unknownFields: new Set(),
      mode: options.quirks ? 'quirks' : 'no-quirks',
      diagnostics: [],
    }
    this.plan = compileStylePlan(this.template, {
      assets: new Map(Object.entries(options.assets ?? {}).map(([path, data]) => [path, Buffer.from(data)])),
      fonts: options.fonts ?? fakeFonts(),
      pageSize: options.page ?? PAGE,
      diagnostics: this.diagnostics,
    })
  }

  /** Binds and styles one document. */
  document(): StyledDocument {
    const stats = createStats()
    const tree = this.#bind()
    const styled = resolveStyles(this.plan, tree, { stats, diagnostics: this.diagnostics })
    return new StyledDocument(styled, stats)
  }

  /** Messages so far, each as one line. */
  messages(): string[] {
    return this.diagnostics.items.map(formatDiagnostic)
  }

  #toTemplate(spec: ElementSpec): TemplateElement {
    const id = this.#elements.length
    const entries = Object.entries(spec.attributes)
    const attributes = entries.map(([name, value]) => ({
      name,
      span: SPAN,
      value: [
        typeof value === 'string'
          ? value
          : ({ kind: 'output', expression: EXPRESSION, source: '', span: SPAN } as const),
      ],
    }))
    const fixed = entries.flatMap(([name, value]) => (typeof value === 'string' ? [[name, value] as const] : []))
    const children: TemplateNode[] = []
    const element: TemplateElement = {
      kind: 'element',
      id,
      name: spec.name,
      namespace: 'html',
      attributes,
      staticAttributes: fixed.length === entries.length ? new Map(fixed) : undefined,
      children,
      span: SPAN,
    }
    this.#elements.push(element)
    this.#templates.set(spec, element)
    for (const child of spec.children) children.push(this.#toTemplateNode(child))
    return element
  }

  #toTemplateNode(spec: NodeSpec): TemplateNode {
    if (typeof spec === 'string') return { kind: 'text', parts: [spec], span: SPAN }
    if (spec.kind === 'element') return this.#toTemplate(spec)
    return {
      kind: 'each',
      loop: { list: EXPRESSION, alias: undefined, span: SPAN },
      children: spec.children.map((child) => this.#toTemplateNode(child)),
      otherwise: [],
    }
  }

  #bind(): BoundTree {
    let count = 0
    const bindElement = (
      spec: ElementSpec,
      parent: BoundElement | undefined,
      index: number,
      i: number,
    ): BoundElement => {
      const template = this.#templates.get(spec)
      if (!template) throw new Error('an element of the fixture')
      const values = Object.entries(spec.attributes).map(
        ([name, value]) => [name, typeof value === 'string' ? value : value(i)] as const,
      )
      const children: BoundNode[] = []
      const element: BoundElement = {
        kind: 'element',
        id: count++,
        template,
        name: spec.name,
        attributes: template.staticAttributes ?? new Map(values),
        parent,
        index,
        children,
      }
      let place = 0
      const add = (child: NodeSpec, round: number) => {
        if (typeof child === 'string') children.push({ kind: 'text', text: child, parent: element })
        else if (child.kind === 'element') children.push(bindElement(child, element, place++, round))
        else for (let n = 0; n < child.count; n++) for (const inner of child.children) add(inner, n)
      }
      for (const child of spec.children) add(child, i)
      return element
    }
    const root = bindElement(this.#spec, undefined, 0, 0)
    const { boundCss } = this.options
    return {
      root,
      elementCount: count,
      title: undefined,
      fileName: undefined,
      metadata: new Map(),
      language: '',
      mode: 'no-quirks',
      boundSheets: new Map(boundCss === undefined ? [] : [[1, new SourceText('bound.css', boundCss)]]),
    }
  }
}

export class StyledDocument {
  readonly #byId = new Map<string, BoundElement>()

  constructor(
    readonly styled: StyledTree,
    readonly stats: RenderStats,
  ) {
    const visit = (element: BoundElement) => {
      const id = element.attributes.get('id')
      if (id !== undefined) this.#byId.set(id, element)
      for (const child of element.children) if (child.kind === 'element') visit(child)
    }
    visit(styled.tree.root)
  }

  element(id: string): BoundElement {
    const element = id === 'html' ? this.styled.tree.root : this.#byId.get(id)
    if (!element) throw new Error(`no element #${id}`)
    return element
  }

  style(id: string): ComputedStyle {
    const style = this.styled.styles[this.element(id).id]
    if (!style) throw new Error(`no style for #${id}`)
    return style
  }
}

/** The style of `<name id=x>` as the only child of the body. */
export function styleOf(css: string, name = 'div', attributes: Attributes = {}): ComputedStyle {
  return new StyleFixture(css, [h(name, { id: 'x', ...attributes })]).document().style('x')
}
