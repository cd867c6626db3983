import { type DiagnosticSink, reportAll } from '../base/diagnostics.js'
import { invariant } from '../base/invariant.js'
import { DEFAULT_LIMITS } from '../base/limits.js'
import type { RenderStats } from '../base/stats.js'
import { WorkBudget } from '../base/work-budget.js'
import type { BoundElement, BoundTree } from '../template/bound-tree.js'
import type { StyleRole } from './adjust-style.js'
import { BoundAccess } from './bound-access.js'
import type { CascadeNode } from './cascade.js'
import { anonymousStyle, computeStyle, type StyleRecord } from './compute-style.js'
import type { ComputedStyle } from './computed-style.js'
import type { PageCascade } from './page-cascade.js'
import type { PageSelectorInput, PageStyle } from './page-style.js'
import type { StyleCore } from './style-core.js'
import type { StylePlan } from './style-plan.js'
import type { PseudoElement, StyledTree } from './styled-tree.js'

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
  const resolver = new StyleResolver(core, pages, tree, options)
  resolver.resolve(tree.root, undefined)
  return resolver
}

class StyleResolver implements StyledTree {
  readonly styles: ComputedStyle[]
  readonly #records: StyleRecord[]
  readonly #access: BoundAccess
  readonly #work: WorkBudget

  constructor(
    private readonly core: StyleCore,
    private readonly pages: PageCascade,
    readonly tree: BoundTree,
    private readonly options: ResolveStylesOptions,
  ) {
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

  inheriting(element: BoundElement, parent: ComputedStyle): ComputedStyle {
    if (element.parent && this.styles[element.parent.id] === parent) return this.#recordOf(element).style
    const record = this.core.records.get(parent)
    invariant(record, 'the style of an element')
    // References to references have no end of styles; those beyond what is kept for the next document are forgotten.
    return this.#recordWithin(element, record, !this.core.isFull).style
  }

  #recordWithin(element: BoundElement, parent: StyleRecord | undefined, keeps = true): StyleRecord {
    const plan = this.core.planOf(element, this.#work)
    if (plan.problems) reportAll(plan.problems, this.options.diagnostics)
    const node = plan.element.nodeFor(element, this.#access, this.#work)
    const siblings = parent ? parent.children : this.core.roots
    const record = siblings.get(node.id) ?? this.#compute(parent, node, roleOf(element), keeps ? siblings : undefined)
    if (record.problems) reportAll(record.problems, this.options.diagnostics)
    return record
  }

  pseudo(element: BoundElement, which: PseudoElement): ComputedStyle | undefined {
    const plan = this.core.planOf(element, this.#work).pseudos[which]
    if (!plan) return undefined
    const record = this.#recordOf(element)
    if (which === 'marker' && record.style.display !== 'list-item') return undefined
    const node = plan.nodeFor(element, this.#access, this.#work)
    if (!node.step) return undefined
    // AD-HOC: a footnote call inherits from around the footnote, whose text it stands in.
    const parent = which === 'footnote-call' && element.parent ? this.#recordOf(element.parent) : record
    const known = parent.pseudos.get(node.id) ?? this.#compute(parent, node, 'pseudo-element', parent.pseudos)
    if (known.problems) reportAll(known.problems, this.options.diagnostics)
    const { style } = known
    if (which === 'marker') return style
    return style.content === 'normal' || style.content === 'none' || style.display === 'none' ? undefined : style
  }

  hasFirstLetter(element: BoundElement): boolean {
    return this.core.stylesFirstLetters && this.core.planOf(element, this.#work).pseudos['first-letter'] !== undefined
  }

  firstLetter(element: BoundElement, within: BoundElement): ComputedStyle | undefined {
    const node = this.core
      .planOf(element, this.#work)
      .pseudos['first-letter']?.nodeFor(element, this.#access, this.#work)
    if (!node?.step) return undefined
    const parent = this.#recordOf(within)
    const known = parent.firstLetters.get(node.id) ?? this.#compute(parent, node, 'first-letter', parent.firstLetters)
    if (known.problems) reportAll(known.problems, this.options.diagnostics)
    return known.style
  }

  anonymous(parent: ComputedStyle, display: ComputedStyle['display']): ComputedStyle {
    let styles = this.core.anonymous.get(parent)
    if (!styles) {
      styles = new Map()
      this.core.anonymous.set(parent, styles)
    }
    let style = styles.get(display)
    if (!style) {
      style = anonymousStyle(this.core.environment, parent, display)
      styles.set(display, style)
      this.#count()
    }
    return style
  }

  get pageTargets(): readonly string[] {
    return this.pages.targets
  }

  pageStyle(page: PageSelectorInput): PageStyle {
    return this.pages.pageStyle(page, this.#recordOf(this.tree.root), this.core.environment)
  }

  #recordOf(element: BoundElement): StyleRecord {
    const record = this.#records[element.id]
    invariant(record, 'an element of the styled document')
    return record
  }

  #compute(
    parent: StyleRecord | undefined,
    node: CascadeNode,
    role: StyleRole,
    into: Map<number, StyleRecord> | undefined,
  ): StyleRecord {
    const record = computeStyle(this.core.environment, parent, node.steps(), role)
    if (into) into.set(node.id, record)
    else this.#work.spend(STEPS_PER_FORGOTTEN_STYLE)
    if (role === 'element' || role === 'drawing-part') this.core.records.set(record.style, record)
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
