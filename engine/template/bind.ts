import type { DiagnosticSink } from '../base/diagnostics.js'
import { LimitError } from '../base/errors.js'
import { toFileName } from '../base/file-name.js'
import { assertNever } from '../base/invariant.js'
import type { JsonObject } from '../base/json.js'
import type { RenderLimits } from '../base/limits.js'
import type { SourceText } from '../base/source.js'
import { isTimeZone } from '../base/time-zone.js'
import { LateIds, MarkupValues } from './bind-markup.js'
import { bindSheet } from './bind-sheet.js'
import { type BindContext, bindParts, printed, startLoop, unmatched } from './bind-text.js'
import { BindingBudget } from './binding-budget.js'
import type { BoundElement, BoundNode, BoundText, BoundTree, TableSums } from './bound-tree.js'
import { staticText } from './build-template.js'
import { evaluate } from './evaluate.js'
import { Reports } from './evaluation-context.js'
import { DEFAULT_LANGUAGE, isLanguage } from './intl-names.js'
import type { Inclusion, Partials } from './partials.js'
import { RowFolder } from './row-folder.js'
import { letScope, rootScope, type Scope } from './scope.js'
import { SharedAttributes } from './shared-attributes.js'
import { TableTotals } from './table-totals.js'
import type {
  TemplateAttribute,
  TemplateElement,
  TemplateNode,
  TemplatePartial,
  TemplateRaw,
  TemplateTree,
} from './template-tree.js'
import { isTrue } from './values.js'

export interface BindOptions {
  readonly diagnostics: DiagnosticSink
  readonly limits: RenderLimits
  /** IANA time zone for the `date` filter. */
  readonly timeZone: string
  /** The moment that `@now` is. */
  readonly now: Date
}

/**
 * Expands a template for one document: blocks are resolved, placeholders become text. Values are never read as
 * markup or placeholders again.
 *
 * @throws LimitError when the document has too many elements, too much text, too long values or too many turns of loops
 */
export function bind(tree: TemplateTree, data: JsonObject, options: BindOptions): BoundTree {
  const root = rootScope(data, options.now.toISOString())
  const context = createContext(tree, root, options)
  const binder = new Binder(tree, context, options)
  const html = binder.bindRoot(tree.root, root)
  const metadata = new Map<string, string>()
  for (const [name, parts] of tree.metadata) metadata.set(name, bindParts(parts, root, context).trim())
  return {
    root: html,
    elementCount: binder.elementCount,
    title:
      tree.title &&
      bindParts(tree.title, root, context)
        .replace(/[ \t\n\f\r]+/g, ' ')
        .trim(),
    fileName: tree.fileName && toFileName(bindParts(tree.fileName, root, context)),
    metadata,
    language: documentLanguage(html),
    mode: tree.mode,
    boundSheets: bindSheets(tree, root, context),
  }
}

/** The name of a document that is made without its pages, as `toFileName` makes it; undefined where the template gives none. */
export function bindFileName(
  tree: TemplateTree,
  data: JsonObject,
  options: BindOptions,
  extension: '.pdf' | '.xml',
): string | undefined {
  const root = rootScope(data, options.now.toISOString())
  return tree.fileName && toFileName(bindParts(tree.fileName, root, createContext(tree, root, options)), extension)
}

/** Empty where it is not known. */
function documentLanguage(html: BoundElement): string {
  const language = html.attributes.get('lang')?.trim() ?? ''
  return isLanguage(language) ? language : ''
}

function bindSheets(tree: TemplateTree, scope: Scope, context: BindContext): ReadonlyMap<number, SourceText> {
  const bound = new Map<number, SourceText>()
  for (const [index, sheet] of tree.sheets.entries()) {
    if (staticText(sheet.parts) === undefined) bound.set(index, bindSheet(sheet, scope, context))
  }
  return bound
}

function createContext(tree: TemplateTree, scope: Scope, options: BindOptions): BindContext {
  const { diagnostics } = options
  const first: BindContext = {
    language: DEFAULT_LANGUAGE,
    timeZone: 'UTC',
    diagnostics,
    reported: new Reports(tree.unknownFields),
    budget: new BindingBudget(options.limits),
  }
  const lang = tree.root.language
  const language = lang ? bindParts(lang.value, scope, first).trim() : ''
  return {
    ...first,
    language: language === '' ? DEFAULT_LANGUAGE : validLanguage(language, DEFAULT_LANGUAGE, lang?.span, diagnostics),
    timeZone: validTimeZone(options.timeZone, diagnostics),
  }
}

/** A language if Intl knows it, else another one; which is reported. */
function validLanguage(
  language: string,
  otherwise: string,
  span: TemplateElement['span'] | undefined,
  diagnostics: DiagnosticSink,
): string {
  if (isLanguage(language)) return language
  const name = new Intl.DisplayNames('en', { type: 'language' }).of(otherwise) ?? otherwise
  diagnostics.warn('unknown-language', `"${language}" is not a language tag; numbers and dates are ${name}`, span)
  return otherwise
}

function validTimeZone(timeZone: string, diagnostics: DiagnosticSink): string {
  if (isTimeZone(timeZone)) return timeZone
  diagnostics.error('unknown-time-zone', `"${timeZone}" is not a time zone; dates are in UTC`)
  return 'UTC'
}

/** A bound element while its children are being bound. */
interface OpenBoundElement extends BoundElement {
  children: BoundNode[]
  sums?: TableSums
}

class Binder {
  elementCount = 0
  readonly #markup: MarkupValues
  readonly #lateIds: LateIds
  readonly #partials: Partials
  /** Partials that include themselves, as far as this document has expanded them, by their depth. */
  readonly #expanded = new Map<Inclusion, readonly TemplateNode[]>()
  readonly #rows = new RowFolder()
  readonly #attributes = new SharedAttributes()
  #partialDepth = 0
  /** Of the innermost table, if it has running totals. */
  #totals: TableTotals | undefined

  constructor(
    tree: TemplateTree,
    private readonly context: BindContext,
    private readonly options: BindOptions,
  ) {
    this.#lateIds = new LateIds(tree.elements.length)
    this.#markup = new MarkupValues(this.#lateIds, options.limits, options.diagnostics)
    this.#partials = tree.partials.forDocument()
  }

  bindRoot(template: TemplateElement, scope: Scope): BoundElement {
    const root = this.#createElement(template, undefined, 0, scope)
    this.#bindNodes(template.children, root, scope)
    return root
  }

  #bindNodes(nodes: readonly TemplateNode[], parent: OpenBoundElement, scope: Scope): void {
    for (const node of nodes) {
      switch (node.kind) {
        case 'element': {
          const { language } = this.context
          if (node.language) this.context.language = this.#languageOf(node.language, scope)
          const element = this.#createElement(node, parent, nextIndex(parent.children), scope)
          const at = parent.children.push(element) - 1
          if (this.#totals || node.totals) this.#bindWithTotals(node, element, scope)
          else this.#bindChildren(node.children, element, scope)
          parent.children[at] = this.#rows.folded(element)
          this.context.language = language
          break
        }
        case 'text':
          if (node.hasTotals) this.#totals?.addText(node, parent, scope, (text) => appendText(parent, text))
          else addText(parent, bindParts(node.parts, scope, this.context))
          break
        case 'each': {
          const turns = startLoop(node.loop, node.otherwise.length > 0, scope, this.context)
          if (!turns) this.#bindNodes(node.otherwise, parent, scope)
          else while (turns.next()) this.#bindNodes(node.children, parent, turns.scope)
          break
        }
        case 'if': {
          const branch = node.branches.find(({ condition }) => isTrue(evaluate(condition, scope, this.context)))
          this.#bindNodes(branch?.children ?? node.otherwise, parent, scope)
          break
        }
        case 'let':
          this.#bindNodes(node.children, parent, letScope(scope, node.name, evaluate(node.value, scope, this.context)))
          break
        case 'raw':
          this.#bindMarkup(node, parent, scope)
          break
        case 'partial':
          this.#bindPartial(node, parent, scope)
          break
        default:
          assertNever(node)
      }
    }
  }

  /** The children of an element in a table with running totals, or of such a table. */
  #bindWithTotals(template: TemplateElement, element: OpenBoundElement, scope: Scope): void {
    const around = this.#totals
    if (template.name !== 'table') {
      const group = element.parent?.name
      if (template.name === 'tr' && around && group !== 'thead' && group !== 'tfoot') {
        element.sums = around.addRow(scope)
      }
      this.#bindChildren(template.children, element, scope)
      return
    }
    this.#totals = template.totals && new TableTotals(template.totals, scope, this.context)
    this.#bindChildren(template.children, element, scope)
    this.#totals?.finish()
    this.#totals = around
  }

  /** The children of a new element. A lone text, as in most cells, gets a list that is no longer than it. */
  #bindChildren(nodes: readonly TemplateNode[], parent: OpenBoundElement, scope: Scope): void {
    const only = nodes.length === 1 ? nodes[0] : undefined
    if (only?.kind !== 'text' || only.hasTotals) {
      this.#bindNodes(nodes, parent, scope)
      return
    }
    const text = bindParts(only.parts, scope, this.context)
    if (text !== '') parent.children = [{ kind: 'text', text, parent }]
  }

  /** The language that filters format in within an element; that around it when it names none. */
  #languageOf({ value, span }: TemplateAttribute, scope: Scope): string {
    const { context } = this
    const language = bindParts(value, scope, context).trim()
    return language === '' ? context.language : validLanguage(language, context.language, span, context.diagnostics)
  }

  #createElement(
    template: TemplateElement,
    parent: BoundElement | undefined,
    index: number,
    scope: Scope,
  ): OpenBoundElement {
    const id = this.elementCount++
    if (id >= this.options.limits.elements) {
      const message = `the document has more than ${this.options.limits.elements} elements`
      throw new LimitError('too-many-elements', message, template.span)
    }
    return {
      kind: 'element',
      id,
      template,
      name: template.name,
      attributes: template.staticAttributes ?? this.#bindAttributes(template, scope),
      parent,
      index,
      children: [],
    }
  }

  #bindAttributes(template: TemplateElement, scope: Scope): ReadonlyMap<string, string> {
    const values = new Map<string, string>()
    for (const { name, value, when } of template.attributes) {
      if (values.has(name) || (when && !isTrue(evaluate(when, scope, this.context)))) continue
      values.set(name, bindParts(value, scope, this.context))
    }
    return this.#attributes.shared(template, values)
  }

  /** Each level has nodes of its own, since selectors ask where elements stand. */
  #bindPartial({ inclusion }: TemplatePartial, parent: OpenBoundElement, scope: Scope): void {
    let nodes = this.#expanded.get(inclusion)
    if (!nodes) {
      nodes = this.#partials.again(inclusion, this.#partialDepth + 1)
      this.#lateIds.number(nodes)
      this.#expanded.set(inclusion, nodes)
    }
    this.#partialDepth++
    this.#bindNodes(nodes, parent, scope)
    this.#partialDepth--
  }

  #bindMarkup(node: TemplateRaw, parent: OpenBoundElement, scope: Scope): void {
    const value = evaluate(node.expression, scope, this.context)
    if (value === undefined) {
      addText(parent, unmatched(node, scope, this.context))
      return
    }
    const text = printed(value, node, this.context)
    const markup = node.toMarkup ? node.toMarkup(text) : text
    this.context.budget.count(markup.length - text.length, node.span)
    const nodes = this.#markup.parse(markup, node.span)
    const inner = depthOf(nodes)
    const outer = depthOfElement(parent)
    if (inner + outer > this.options.limits.depth) {
      throw new LimitError('too-deep', `elements are nested deeper than ${this.options.limits.depth}`, node.span)
    }
    this.#bindNodes(nodes, parent, scope)
  }
}

/** The position of the next element among the element children; texts that do not depend on the page are never neighbours. */
function nextIndex(children: readonly BoundNode[]): number {
  for (let at = children.length - 1; at >= 0; at--) {
    const child = children[at]
    if (child?.kind === 'element') return child.index + 1
  }
  return 0
}

function addText(parent: OpenBoundElement, text: string): void {
  appendText(parent, { kind: 'text', text, parent })
}

/** Neighbouring texts become one, unless one of them depends on the page. */
function appendText({ children }: OpenBoundElement, node: BoundText): void {
  if (node.text === '' && !node.running) return
  const last = children.length - 1
  const before = children[last]
  if (before?.kind === 'text' && !before.running && !node.running) {
    children[last] = { kind: 'text', text: before.text + node.text, parent: node.parent }
  } else {
    children.push(node)
  }
}

/** Levels of elements in a fragment without blocks. */
function depthOf(nodes: readonly TemplateNode[]): number {
  let depth = 0
  for (const node of nodes) if (node.kind === 'element') depth = Math.max(depth, 1 + depthOf(node.children))
  return depth
}

function depthOfElement(element: BoundElement): number {
  let depth = 0
  for (let at: BoundElement | undefined = element; at; at = at.parent) depth++
  return depth
}
