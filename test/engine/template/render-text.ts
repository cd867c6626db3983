import { DiagnosticList, formatDiagnostic } from '../../../engine/base/diagnostics.js'
import type { JsonObject } from '../../../engine/base/json.js'
import { DEFAULT_LIMITS, type RenderLimits } from '../../../engine/base/limits.js'
import { bind } from '../../../engine/template/bind.js'
import type { BoundTree } from '../../../engine/template/bound-tree.js'
import { parseTemplate } from '../../../engine/template/parse-template.js'
import type { TemplateTree } from '../../../engine/template/template-tree.js'
import { bodyMarkup } from './body-markup.js'

export interface Bound {
  readonly template: TemplateTree
  readonly tree: BoundTree
  /** Content of the body as markup. */
  readonly body: string
  /** Diagnostics of parsing and binding, formatted. */
  readonly diagnostics: readonly string[]
}

export interface BindSettings {
  readonly timeZone?: string
  readonly now?: Date
  readonly limits?: Partial<RenderLimits>
  readonly assets?: ReadonlyMap<string, Uint8Array>
  readonly partials?: ReadonlyMap<string, string>
}

/** Parses a template, named `t.html`, and binds it to data. */
export function bindHtml(html: string, data: JsonObject = {}, settings: BindSettings = {}): Bound {
  const diagnostics = new DiagnosticList()
  const limits = { ...DEFAULT_LIMITS, ...settings.limits }
  const { assets, partials } = settings
  const template = parseTemplate({ html, name: 't.html', assets, partials }, { diagnostics, limits })
  const { timeZone = 'UTC', now = new Date(0) } = settings
  const tree = bind(template, data, { diagnostics, limits, timeZone, now })
  return { template, tree, body: bodyMarkup(tree), diagnostics: diagnostics.items.map(formatDiagnostic) }
}
