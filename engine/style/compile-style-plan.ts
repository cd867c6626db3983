import { BoundedCache } from '../base/bounded-cache.js'
import { type Diagnostic, DiagnosticList, type DiagnosticSink } from '../base/diagnostics.js'
import type { Size } from '../base/geometry.js'
import type { FontLibrary } from '../fonts/font-types.js'
import type { BoundTree } from '../template/bound-tree.js'
import type { TemplateSheet, TemplateTree } from '../template/template-tree.js'
import type { StyleEnvironment } from './compute-style.js'
import { LayerOrder } from './layer-order.js'
import { appliesTo, loadSheets, type SheetSource } from './load-sheets.js'
import { PageCascade } from './page-cascade.js'
import { FontRegistry } from './register-font-faces.js'
import { reportAll } from './report-all.js'
import { StyleCore } from './style-core.js'
import type { StylePlan } from './style-plan.js'
import { TemplatePlaces } from './template-access.js'
import { userAgentStylesheet } from './ua-stylesheet.js'

export interface StylePlanOptions {
  /** Style sheets and fonts by the path under which the template names them. */
  readonly assets: ReadonlyMap<string, Uint8Array>
  readonly fonts: FontLibrary
  /** Initial page box in px, turned already. */
  readonly pageSize: Size
  readonly diagnostics: DiagnosticSink
}

/** Distinct texts of sheets with placeholders whose rules are kept. */
const KEPT_CORES = 8

/**
 * Does the part of styling that depends on the template only: parses style sheets, registers fonts, indexes rules
 * and decides which of them apply to which elements whatever the data.
 */
export function compileStylePlan(tree: TemplateTree, options: StylePlanOptions): StylePlan {
  const places = new TemplatePlaces(tree)
  const registry = new FontRegistry(options.fonts, options.assets)
  const dynamic = tree.sheets.flatMap((sheet, i) => (isStatic(sheet) ? [] : [i]))
  const compile = (sheets: readonly SheetSource[], diagnostics: DiagnosticSink) =>
    compileCore(tree, places, sheets, registry, { ...options, diagnostics })
  if (dynamic.length === 0) {
    const core = compile(tree.sheets, options.diagnostics)
    return { fonts: core.environment.fonts, coreFor: () => core }
  }
  const staticSheets = tree.sheets.filter(isStatic)
  const { fonts } = compile(staticSheets, options.diagnostics).environment
  const cores = new BoundedCache<string, { readonly core: StyleCore; readonly problems: readonly Diagnostic[] }>(
    KEPT_CORES,
  )
  const coreFor = (bound: BoundTree, diagnostics: DiagnosticSink): StyleCore => {
    const sheets = tree.sheets.map((sheet, i) => ({ ...sheet, source: bound.boundSheets.get(i) ?? sheet.source }))
    const key = dynamic.map((i) => sheets[i]?.source.text).join('\u0000')
    let known = cores.get(key)
    if (!known) {
      const found = new DiagnosticList()
      known = { core: compile(sheets, found), problems: found.items }
      cores.set(key, known)
    }
    reportAll(known.problems, diagnostics)
    return known.core
  }
  return { fonts, coreFor }
}

function isStatic(sheet: TemplateSheet): boolean {
  return sheet.parts.every((part) => typeof part === 'string')
}

function compileCore(
  tree: TemplateTree,
  places: TemplatePlaces,
  sheets: readonly SheetSource[],
  registry: FontRegistry,
  options: StylePlanOptions,
): StyleCore {
  const userAgent = userAgentStylesheet(tree.quirks)
  const loaded = loadSheets(sheets, { ...options, quirks: tree.quirks })
  let nextId = 0
  const initial = { fonts: options.fonts, viewport: options.pageSize, nextId: () => nextId++ }
  const unconditional = loaded.pageRules.filter((rule) => rule.media.length === 0)
  const mediaSize = PageCascade.generalSize(unconditional, options.pageSize, initial)
  const pageRules = loaded.pageRules.filter((rule) => appliesTo(rule, mediaSize))
  const faces = loaded.fontFaces.filter((rule) => appliesTo(rule, mediaSize)).map((rule) => rule.face)
  const named = loaded.layers.filter((layer) => appliesTo(layer, mediaSize))
  const layers = new LayerOrder(named.map((layer) => layer.path))
  const pages = new PageCascade(userAgent.pageRules, pageRules, layers, options.pageSize)
  const environment: StyleEnvironment = {
    fonts: registry.libraryFor(faces, options.diagnostics),
    viewport: contentArea(pages, initial),
    nextId: initial.nextId,
  }
  const rules = loaded.rules.filter((rule) => appliesTo(rule, mediaSize))
  const core = new StyleCore(userAgent.rules, rules, layers, pages, environment, tree, places)
  reportAll(core.planStaticElements(), options.diagnostics)
  return core
}

/** The content area of pages that no selector singles out, to which `vw` and `vh` refer. */
function contentArea(pages: PageCascade, environment: StyleEnvironment): Size {
  const { size, margin, padding, style } = pages.general(environment)
  const horizontal = style.borderLeftWidth + style.borderRightWidth
  const vertical = style.borderTopWidth + style.borderBottomWidth
  return {
    width: Math.max(0, size.width - margin.left - margin.right - padding.left - padding.right - horizontal),
    height: Math.max(0, size.height - margin.top - margin.bottom - padding.top - padding.bottom - vertical),
  }
}
