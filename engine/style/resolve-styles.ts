import { DiagnosticList, type DiagnosticSink, reportAll } from '../base/diagnostics.js'
import type { Size } from '../base/geometry.js'
import { invariant } from '../base/invariant.js'
import { DEFAULT_LIMITS } from '../base/limits.js'
import type { RenderStats } from '../base/stats.js'
import { WorkBudget } from '../base/work-budget.js'
import type { BoundElement, BoundTree } from '../template/bound-tree.js'
import type { StyleRole } from './adjust-style.js'
import { type AppliedRule, appliedRules } from './applied-rules.js'
import { BoundAccess } from './bound-access.js'
import type { CascadeNode } from './cascade.js'
import { anonymousStyle, computeStyle, type StyleEnvironment, type StyleRecord } from './compute-style.js'
import type { ComputedStyle } from './computed-style.js'
import type { PageCascade } from './page-cascade.js'
import type { PageSelectorInput, PageStyle } from './page-style.js'
import { inPrincipalDirection } from './principal-direction.js'
import type { KnownRecord, StyleCore } from './style-core.js'
import type { StylePlan } from './style-plan.js'
import type { FirstLineStyles, LineOwners, PseudoElement, StyledTree } from './styled-tree.js'
import { Viewport } from './viewport.js'

interface ResolveStylesOptions {
  readonly stats: RenderStats
  readonly diagnostics: DiagnosticSink
  /** Pays for selectors that are matched; its own when absent. */
  readonly work?: WorkBudget | undefined
}

/** The cost of computing a style that is not kept: about that of laying out a hundred boxes. */
const STEPS_PER_FORGOTTEN_STYLE = 400

/**
 * Gives every element of a document its computed style. A style is computed once per parent style and set of
 * matching declarations and kept by the plan, so a second document of the template computes none.
 */
export function resolveStyles(plan: StylePlan, tree: BoundTree, options: ResolveStylesOptions): StyledTree {
  const { core, pages } = plan.rulesFor(tree, options.diagnostics)
  core.trim()
  const { environment } = core
  return styledTree({ core, environment, roots: core.roots, pages, tree, options })
}

/** The parts of a styled tree. */
interface Sources {
  readonly core: StyleCore
  readonly environment: StyleEnvironment
  /** The styles of root elements in the environment. */
  readonly roots: StyleRecord['children']
  readonly pages: PageCascade
  readonly tree: BoundTree
  readonly options: ResolveStylesOptions
}

function styledTree(sources: Sources): StyledTree {
  const resolver = new StyleResolver(sources)
  resolver.resolve(sources.tree.root, undefined)
  resolver.turnRoot()
  return resolver
}

class StyleResolver implements StyledTree {
  readonly styles: ComputedStyle[]
  readonly #records: StyleRecord[]
  readonly #access: BoundAccess
  readonly #work: WorkBudget
  /** Of the styles that somebody has asked about. */
  readonly #applied = new Map<ComputedStyle, readonly AppliedRule[]>()

  private readonly core: StyleCore
  readonly tree: BoundTree
  private readonly options: ResolveStylesOptions

  constructor(private readonly sources: Sources) {
    const { core, tree, options } = sources
    this.core = core
    this.tree = tree
    this.options = options
    this.#access = new BoundAccess(core.quirks)
    this.#work = options.work ?? new WorkBudget(DEFAULT_LIMITS.work)
    this.styles = new Array(tree.elementCount)
    this.#records = new Array(tree.elementCount)
  }

  /** Depth first; the depth of documents is limited. */
  resolve(element: BoundElement, parent: StyleRecord | undefined): void {
    const record = this.#recordWithin(element, parent)
    this.styles[element.id] = record.style
    this.#records[element.id] = record
    const { children } = element
    for (let i = 0; i < children.length; i++) {
      const child = children[i]
      if (child?.kind === 'element') this.resolve(child, record)
    }
  }

  /** Gives the root the direction of the body; nothing inherits it. */
  turnRoot(): void {
    const { root } = this.tree
    const own = this.#recordOf(root)
    const record = inPrincipalDirection(
      this.sources.environment,
      root,
      own,
      ({ id }) => this.styles[id] as ComputedStyle,
    )
    if (record === own) return
    this.styles[root.id] = record.style
    this.#records[root.id] = record
    const known = this.core.records.get(own.style)
    if (known) this.core.records.set(record.style, { ...known, record })
  }

  inheriting(element: BoundElement, parent: ComputedStyle): ComputedStyle {
    if (element.parent && this.styles[element.parent.id] === parent) return this.#recordOf(element).style
    const record = this.#recordFor(parent)
    // References to references have no end of styles; those beyond what is kept for the next document are forgotten.
    return this.#recordWithin(element, record, !this.core.isFull).style
  }

  adopt(style: ComputedStyle, of: StyledTree): void {
    const { records } = this.core
    const known = of instanceof StyleResolver ? of.core.records.get(style) : undefined
    if (records.has(style) || !known) return
    const kept = { children: new Map(), pseudos: new Map(), firstLetters: new Map(), firstLines: new Map() }
    records.set(style, { ...known, parent: undefined, record: { ...known.record, ...kept } })
  }

  #recordWithin(element: BoundElement, parent: StyleRecord | undefined, keeps = true): StyleRecord {
    const plan = this.core.planOf(element, this.#work)
    if (plan.problems) reportAll(plan.problems, this.options.diagnostics)
    const node = plan.element.nodeFor(element, this.#access, this.#work)
    const siblings = parent ? parent.children : this.sources.roots
    const record = siblings.get(node.id) ?? this.#compute(parent, node, roleOf(element), keeps ? siblings : undefined)
    if (record.problems) reportAll(record.problems, this.options.diagnostics)
    return record
  }

  pseudo(element: BoundElement, which: PseudoElement): ComputedStyle | undefined {
    const plan = this.core.planOf(element, this.#work).pseudos.get(which)
    if (!plan) return undefined
    const record = this.#recordOf(element)
    if (which === 'marker' && record.style.display !== 'list-item') return undefined
    const node = plan.nodeFor(element, this.#access, this.#work)
    if (!node.step) return undefined
    // AD-HOC: a footnote call inherits from around the footnote, whose text it stands in.
    const parent = which === 'footnote-call' && element.parent ? this.#recordOf(element.parent) : record
    const { style } = this.#reported(this.#below(parent, node, 'pseudo-element'))
    if (which === 'marker') return style
    return style.content === 'normal' || style.content === 'none' || style.display === 'none' ? undefined : style
  }

  rulesOf(element: BoundElement): readonly AppliedRule[] {
    const { style } = this.#recordOf(element)
    let rules = this.#applied.get(style)
    if (!rules) {
      rules = appliedRules(this.core.records.get(style)?.node.steps() ?? [], style)
      this.#applied.set(style, rules)
    }
    return rules
  }

  hasFirstLetter(element: BoundElement): boolean {
    return this.core.stylesFirstLetters && this.core.planOf(element, this.#work).pseudos.has('first-letter')
  }

  firstLetter(element: BoundElement, within: ComputedStyle): ComputedStyle | undefined {
    const node = this.core
      .planOf(element, this.#work)
      .pseudos.get('first-letter')
      ?.nodeFor(element, this.#access, this.#work)
    if (!node?.step) return undefined
    return this.#reported(this.#below(this.#recordFor(within), node, 'first-letter')).style
  }

  hasFirstLine(element: BoundElement): boolean {
    return this.core.stylesFirstLines && this.core.planOf(element, this.#work).pseudos.has('first-line')
  }

  firstLine(block: ComputedStyle, owners: LineOwners): FirstLineStyles | undefined {
    const nodes: CascadeNode[] = []
    for (let owner: LineOwners | undefined = owners; owner; owner = owner.outer) {
      const { element } = owner
      const plan = this.core.planOf(element, this.#work).pseudos.get('first-line')
      const node = plan?.nodeFor(element, this.#access, this.#work)
      if (node?.step) nodes.unshift(node)
    }
    const around = this.#recordFor(block)
    const lines: ComputedStyle[] = []
    let line = around
    for (const node of nodes) {
      line = this.#reported(this.#below(line, node, 'first-line'))
      lines.push(line.style)
    }
    if (line === around) return undefined
    const onLine = new Map([
      [around, line],
      [line, line],
    ])
    return {
      lines,
      onLine: (style) => {
        const known = this.core.records.get(style)
        return known ? this.#onLine(known, onLine).style : style
      },
    }
  }

  /**
   * The record in place of another where its ancestors are others. Depth first; the depth of documents is limited.
   * @param others by the ancestors
   */
  #onLine({ record, parent, node, role }: KnownRecord, others: Map<StyleRecord, StyleRecord>): StyleRecord {
    const done = others.get(record)
    if (done) return done
    const above = parent && this.core.records.get(parent.style)
    const other = above && this.#below(this.#onLine(above, others), node, role)
    others.set(record, other ?? record)
    return other ?? record
  }

  /** The style of a node of the cascade that inherits from another style. */
  #below(parent: StyleRecord, node: CascadeNode, role: StyleRole): StyleRecord {
    const kept = keptBelow(parent, role)
    return kept.get(node.id) ?? this.#compute(parent, node, role, kept)
  }

  #reported(record: StyleRecord): StyleRecord {
    if (record.problems) reportAll(record.problems, this.options.diagnostics)
    return record
  }

  anonymous(parent: ComputedStyle, display: ComputedStyle['display']): ComputedStyle {
    let styles = this.core.anonymous.get(parent)
    if (!styles) {
      styles = new Map()
      this.core.anonymous.set(parent, styles)
    }
    let style = styles.get(display)
    if (!style) {
      style = anonymousStyle(this.sources.environment, parent, display)
      styles.set(display, style)
      this.#count()
    }
    return style
  }

  get pageTargets(): readonly string[] {
    return this.sources.pages.targets
  }

  withViewport(size: Size): StyledTree {
    const { environment, options } = this.sources
    if (!environment.viewport.isReferredTo) return this
    return styledTree({
      ...this.sources,
      environment: { ...environment, viewport: new Viewport(size) },
      roots: new Map(),
      // What there is to report was reported.
      options: { ...options, diagnostics: new DiagnosticList() },
    })
  }

  pageStyle(page: PageSelectorInput): PageStyle {
    return this.sources.pages.pageStyle(page, this.#recordOf(this.tree.root), this.core.environment)
  }

  #recordOf(element: BoundElement): StyleRecord {
    const record = this.#records[element.id]
    invariant(record, 'an element of the styled document')
    return record
  }

  #recordFor(style: ComputedStyle): StyleRecord {
    const known = this.core.records.get(style)
    invariant(known, 'a style that was computed')
    return known.record
  }

  #compute(
    parent: StyleRecord | undefined,
    node: CascadeNode,
    role: StyleRole,
    into: Map<number, StyleRecord> | undefined,
  ): StyleRecord {
    const record = computeStyle(this.sources.environment, parent, node.steps(), role)
    if (into) into.set(node.id, record)
    else this.#work.spend(STEPS_PER_FORGOTTEN_STYLE)
    this.core.records.set(record.style, { record, parent, node, role })
    this.#count()
    return record
  }

  #count(): void {
    this.core.computed++
    this.options.stats.stylesComputed++
  }
}

/** Parts of a drawing are those within its `svg` element, but not the document in a `foreignObject`. */
function roleOf({ parent, template }: BoundElement): StyleRole {
  if (!parent) return 'root'
  const within = parent.template.namespace === 'svg' && parent.name !== 'foreignObject'
  return within && template.namespace === 'svg' ? 'drawing-part' : 'element'
}

function keptBelow({ children, pseudos, firstLetters, firstLines }: StyleRecord, role: StyleRole) {
  switch (role) {
    case 'pseudo-element':
      return pseudos
    case 'first-letter':
      return firstLetters
    case 'first-line':
      return firstLines
    default:
      return children
  }
}
