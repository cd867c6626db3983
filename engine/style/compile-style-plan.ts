import type { DocumentBase } from '../base/asset-path.js'
import { BoundedCache } from '../base/bounded-cache.js'
import { type Diagnostic, DiagnosticList, type DiagnosticSink, reportAll } from '../base/diagnostics.js'
import type { Size } from '../base/geometry.js'
import { invariant } from '../base/invariant.js'
import { DEFAULT_LIMITS } from '../base/limits.js'
import { parseLengths } from '../base/parse-lengths.js'
import type { PrintSettings } from '../base/print-settings.js'
import { PROFILES, type Profile } from '../base/profile.js'
import { PX_PER_UNIT } from '../base/units.js'
import { WorkBudget } from '../base/work-budget.js'
import { counterStylesOf } from '../css/syntax/counter-style-rule.js'
import type { FontFaceRule } from '../css/syntax/font-face-rule.js'
import type { KeyframesRule } from '../css/syntax/keyframes-rule.js'
import type { MediaQueryList, MediaState } from '../css/syntax/media-query.js'
import type { PageRule } from '../css/syntax/page-rule.js'
import type { StyleRule } from '../css/syntax/stylesheet.js'
import type { FontLibrary } from '../fonts/font-types.js'
import type { BoundTree } from '../template/bound-tree.js'
import type { StyledMarkup, TemplateSheet } from '../template/template-tree.js'
import { animationsOf } from './animations.js'
import type { StyleEnvironment } from './compute-style.js'
import { registeredProperties } from './custom-properties.js'
import { LayerOrder } from './layer-order.js'
import { appliesTo, type LoadedSheets, loadSheets, type SheetSource } from './load-sheets.js'
import { type InitialPage, PageCascade } from './page-cascade.js'
import { FontRegistry } from './register-font-faces.js'
import { StyleCore } from './style-core.js'
import type { DocumentRules, StylePlan } from './style-plan.js'
import { TemplatePlaces } from './template-access.js'
import { drawingStylesheet, PRINTED_MARGIN, pageMarginRules, userAgentStylesheet } from './ua-stylesheet.js'
import { reportUnknownFamilies } from './unknown-families.js'
import { mayMatch, reportRuleProblems, reportUnusedRules } from './unused-rules.js'
import { Viewport } from './viewport.js'

interface StylePlanOptions {
  /** Style sheets and fonts by the path under which the template names them. */
  readonly assets: ReadonlyMap<string, Uint8Array>
  /** The address that those in the texts of the template are relative to. */
  readonly base?: DocumentBase | undefined
  readonly fonts: FontLibrary
  /** Initial page box in px, turned already. */
  readonly pageSize: Size
  /** How the document is printed, besides the size of its pages. */
  readonly print?: PrintedStyles | undefined
  /** That of `print` when absent. */
  readonly profile?: Profile | undefined
  readonly diagnostics: DiagnosticSink
  /** Steps of work that matching the elements of the template may take; see `RenderLimits.work`. */
  readonly work?: number | undefined
  /** Reports the rules in this file that no element matches: those of the template itself, not of sheets that it shares. */
  readonly unusedRulesOf?: string | undefined
  /** Chooses among the faces of `@font-face` rules before any is opened; all are used when absent. */
  readonly chooseFaces?: ((faces: readonly FontFaceRule[]) => readonly FontFaceRule[]) | undefined
}

/** The settings of printing on which the styles of a document depend. */
export type PrintedStyles = Pick<PrintSettings, 'media' | 'backgrounds' | 'margins' | 'pageRules' | 'scale'>

const AS_WRITTEN: PrintedStyles = {}

/** Distinct texts of sheets with placeholders whose rules are kept. */
const KEPT_RULES = 8

/**
 * Does the part of styling that depends on the template only: parses style sheets, registers fonts, indexes rules
 * and decides which of them apply to which elements whatever the data.
 */
export function compileStylePlan(tree: StyledMarkup, options: StylePlanOptions): StylePlan {
  const compiler = new RuleCompiler(tree, options)
  const loaded = tree.sheets.map((sheet) => (isStatic(sheet) ? compiler.load(sheet, options.diagnostics) : undefined))
  const base = compiler.compile(
    loaded.flatMap((sheet) => sheet ?? []),
    options.diagnostics,
  )
  compiler.reportUnused(
    loaded.flatMap((sheet) => sheet?.rules ?? []),
    options.diagnostics,
  )
  const { fonts } = base.core.environment
  if (loaded.every((sheet) => sheet !== undefined)) return { fonts, rulesFor: () => base }

  const kept = new BoundedCache<string, { readonly rules: DocumentRules; readonly problems: readonly Diagnostic[] }>(
    KEPT_RULES,
  )
  const rulesFor = (bound: BoundTree, diagnostics: DiagnosticSink): DocumentRules => {
    const key = [...bound.boundSheets.values()].map((source) => source.text).join('\u0000')
    let known = kept.get(key)
    if (!known) {
      const found = new DiagnosticList()
      const sheets = tree.sheets.map((sheet, i) => {
        return loaded[i] ?? compiler.load({ ...sheet, source: bound.boundSheets.get(i) ?? sheet.source }, found)
      })
      const added = sheets.filter((_sheet, i) => loaded[i] === undefined)
      known = {
        rules: compiler.withPages(base, added, sheets) ?? compiler.compile(sheets, found),
        problems: found.items,
      }
      kept.set(key, known)
    }
    reportAll(known.problems, diagnostics)
    return known.rules
  }
  return { fonts, rulesFor }
}

function isStatic(sheet: TemplateSheet): boolean {
  return sheet.parts.every((part) => typeof part === 'string')
}

interface CompiledRules extends DocumentRules {
  /** What media queries were asked about: the page box, or the area that browsers ask about. */
  readonly mediaSize: MediaState
}

/** Turns the sheets of one template into rules. */
class RuleCompiler {
  readonly #places: TemplatePlaces
  readonly #registry: FontRegistry

  constructor(
    private readonly tree: StyledMarkup,
    private readonly options: StylePlanOptions,
  ) {
    this.#places = new TemplatePlaces(tree)
    this.#registry = new FontRegistry(options.fonts, options.assets, options.base)
  }

  load(sheet: SheetSource, diagnostics: DiagnosticSink): LoadedSheets {
    const { assets, base } = this.options
    const { media } = this.#print
    return loadSheets([sheet], { assets, base, mode: this.tree.mode, media, diagnostics })
  }

  compile(sheets: readonly LoadedSheets[], diagnostics: DiagnosticSink): CompiledRules {
    const initial = this.#initialEnvironment()
    const layered = sheets.flatMap((sheet) => sheet.layers)
    const { mediaSize, pages, layers } = this.#pages(sheets, layered, initial)
    const applies = (rule: { readonly media: readonly MediaQueryList[] }) => appliesTo(rule, mediaSize)
    const { chooseFaces = (all) => all } = this.options
    const faces = chooseFaces(sheets.flatMap((sheet) => sheet.fontFaces.filter(applies).map((rule) => rule.face)))
    const environment: StyleEnvironment = {
      fonts: this.#registry.libraryFor(faces, diagnostics),
      profile: initial.profile,
      savesInk: initial.savesInk,
      viewport: new Viewport(contentArea(pages, initial)),
      registered: registeredProperties(
        sheets.flatMap((sheet) => sheet.properties.filter(applies).map((rule) => rule.property)),
      ),
      counterStyles: counterStylesOf(
        sheets.flatMap((sheet) => sheet.counterStyles.filter(applies).map((rule) => rule.style)),
      ),
      animations: animationsOf(
        inLayers(
          sheets.flatMap((sheet) => sheet.keyframes.filter(applies)),
          layers,
        ),
      ),
      files: new Set(sheets.flatMap(({ files }) => [...files])),
      nextId: initial.nextId,
    }
    const rules = sheets.flatMap((sheet) => sheet.rules.filter(applies))
    const unknown = new Set<string>()
    const margins = sheets.flatMap((sheet) => sheet.pageRules).filter(applies)
    const blocks = margins.flatMap(({ block, marginBoxes }) => [block, ...marginBoxes.values()])
    const work = () => new WorkBudget(this.options.work ?? DEFAULT_LIMITS.work)
    const isOfFile = ({ span }: StyleRule) => sheets.some(({ files }) => files.has(span().file))
    for (const rule of rules) {
      const matters = () => !isOfFile(rule) || mayMatch(rule.selectors, this.#places, work())
      reportUnknownFamilies(rule.block.declarations, environment.fonts, diagnostics, unknown, matters)
    }
    for (const { declarations } of blocks) reportUnknownFamilies(declarations, environment.fonts, diagnostics, unknown)
    const hasHtml = this.tree.elements.some(({ namespace }) => namespace === 'html')
    const html = hasHtml ? userAgentStylesheet(this.tree.mode === 'quirks', initial.profile).rules : []
    const ranked = { userAgent: { html, svg: drawingStylesheet().rules }, author: rules, layers }
    const core = new StyleCore(ranked, environment, this.tree, this.#places)
    reportRuleProblems(
      sheets.flatMap((sheet) => sheet.problems.filter(applies)),
      this.#places,
      work(),
      diagnostics,
    )
    reportAll(core.planStaticElements(work()), diagnostics)
    return { core, pages, mediaSize }
  }

  reportUnused(rules: readonly StyleRule[], diagnostics: DiagnosticSink): void {
    const { unusedRulesOf, work = DEFAULT_LIMITS.work } = this.options
    if (unusedRulesOf === undefined) return
    const own = rules.filter(({ span }) => span().file === unusedRulesOf)
    reportUnusedRules(own, this.#places, new WorkBudget(work), diagnostics)
  }

  /**
   * The rules of `base` with the pages of all `sheets`: for documents whose data appear in `@page` rules only, such
   * as a number in a page header, so that they share every style of elements. Undefined when `added` says more than
   * that, or changes the page that lengths and media queries refer to.
   */
  withPages(
    base: CompiledRules,
    added: readonly LoadedSheets[],
    sheets: readonly LoadedSheets[],
  ): DocumentRules | undefined {
    const onlyPages = added.every(({ rules, fontFaces, properties, counterStyles, keyframes, layers }) =>
      [rules, fontFaces, properties, counterStyles, keyframes, layers].every((list) => list.length === 0),
    )
    if (!onlyPages) return undefined
    const initial = this.#initialEnvironment()
    const { mediaSize, pages } = this.#pages(
      sheets,
      sheets.flatMap((sheet) => sheet.layers),
      initial,
    )
    const sameArea = base.core.environment.viewport.hasSize(contentArea(pages, initial))
    return sameArea && sameSize(mediaSize, base.mediaSize) ? { core: base.core, pages } : undefined
  }

  #pages(
    sheets: readonly LoadedSheets[],
    layered: LoadedSheets['layers'],
    initial: StyleEnvironment,
  ): { readonly mediaSize: MediaState; readonly pages: PageCascade; readonly layers: LayerOrder } {
    const { pageRules: sizes = 'all', margins } = this.#print
    const initialPage = { size: this.options.pageSize, sizes }
    const pageRules = sheets.flatMap((sheet) => sheet.pageRules)
    const unconditional = pageRules.filter((rule) => rule.media.length === 0)
    const mediaSize = this.#mediaState(unconditional, initialPage, initial)
    const layers = new LayerOrder(layered.filter((layer) => appliesTo(layer, mediaSize)).map((layer) => layer.path))
    const matching = pageRules.filter((rule) => appliesTo(rule, mediaSize))
    const { pageRules: defaults } = userAgentStylesheet(this.tree.mode === 'quirks', initial.profile)
    const set = margins === undefined ? [] : pageMarginRules(marginsOf(margins), sizes === 'none')
    const pages = new PageCascade([...defaults, ...set], matching, layers, initialPage)
    return { mediaSize, pages, layers }
  }

  /** What media queries ask about: content that is printed at a scale is laid out on an area of another size. */
  #mediaState(unconditional: readonly PageRule[], page: InitialPage, initial: StyleEnvironment): MediaState {
    const { media, margins, scale = 1 } = this.#print
    const { width, height } = initial.profile.asksInitialArea
      ? withinMargins(page.size, margins)
      : PageCascade.generalSize(unconditional, page, initial)
    return { width: width / scale, height: height / scale, media }
  }

  get #print(): PrintedStyles {
    return this.options.print ?? AS_WRITTEN
  }

  #initialEnvironment(): StyleEnvironment {
    let nextId = 0
    const { fonts, pageSize, profile = PROFILES.print } = this.options
    const savesInk = this.#print.backgrounds === false
    return { fonts, profile, savesInk, viewport: new Viewport(pageSize), nextId: () => nextId++ }
  }
}

/** What the margins with which browsers print, or those that are set, leave of a page: the area that their media queries ask about. */
function withinMargins({ width, height }: Size, set: string | undefined): Size {
  const printed = PRINTED_MARGIN * PX_PER_UNIT.pt
  const [top = printed, right = top, bottom = top, left = right] = set === undefined ? [] : marginsOf(set)
  return { width: width - left - right, height: height - top - bottom }
}

function marginsOf(margins: string): readonly number[] {
  const lengths = parseLengths(margins, 1, 4)
  invariant(lengths, 'checked margins')
  return lengths
}

/** Animations are overruled as styles are, by those of later layers (css-cascade-5 §6.4). */
function inLayers(keyframes: LoadedSheets['keyframes'], layers: LayerOrder): readonly KeyframesRule[] {
  return [...keyframes].sort((a, b) => layers.of(a.layer) - layers.of(b.layer)).map(({ rule }) => rule)
}

function sameSize(a: Size, b: Size): boolean {
  return a.width === b.width && a.height === b.height
}

/** The area of the first page, to which `vw` and `vh` refer. */
function contentArea(pages: PageCascade, environment: StyleEnvironment): Size {
  const { size, margin, padding, style, exactArea } = pages.first(environment)
  // As large as the initial containing block.
  if (exactArea)
    return { width: Math.max(0, Math.ceil(exactArea.width)), height: Math.max(0, Math.floor(exactArea.height)) }
  const horizontal = style.borderLeftWidth + style.borderRightWidth
  const vertical = style.borderTopWidth + style.borderBottomWidth
  return {
    width: Math.max(0, size.width - margin.left - margin.right - padding.left - padding.right - horizontal),
    height: Math.max(0, size.height - margin.top - margin.bottom - padding.top - padding.bottom - vertical),
  }
}
