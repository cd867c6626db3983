import { DiagnosticList } from '../base/diagnostics.js'
import type { Span } from '../base/source.js'
import type { Declaration } from '../css/properties/declaration.js'
import { parseStyleAttribute } from '../css/syntax/parse-block.js'
import type { BoundElement, BoundTree } from '../template/bound-tree.js'
import type { TemplateTree } from '../template/template-tree.js'
import { loadSheets } from './load-sheets.js'

/** A family that a template asks for. */
export interface NamedFamily {
  /** As it is written where it is named first. */
  readonly name: string
  readonly span: Span | undefined
}

/**
 * The families that the style sheets of a template and the style attributes of a document name, generic ones included,
 * each once. Values with `var()` are left out: what they come to depends on the element.
 */
export function namedFamilies(
  tree: TemplateTree,
  bound: BoundTree,
  assets: ReadonlyMap<string, Uint8Array>,
): readonly NamedFamily[] {
  const found = new Map<string, NamedFamily>()
  // The faults of the sheets were reported when they were compiled.
  const diagnostics = new DiagnosticList()
  const { mode } = tree
  const sheets = tree.sheets.map((sheet, at) => ({ ...sheet, source: bound.boundSheets.get(at) ?? sheet.source }))
  const { rules, pageRules } = loadSheets(sheets, { assets, mode, diagnostics })
  for (const { block } of rules) note(block.declarations, found)
  for (const { block, marginBoxes } of pageRules) {
    for (const { declarations } of [block, ...marginBoxes.values()]) note(declarations, found)
  }
  const visit = (element: BoundElement): void => {
    const style = element.attributes.get('style')
    if (style !== undefined) {
      const { span } = element.template
      note(parseStyleAttribute(style, span, diagnostics, mode).declarations, found, span)
    }
    for (const child of element.children) if (child.kind === 'element') visit(child)
  }
  visit(bound.root)
  return [...found.values()]
}

function note(declarations: readonly Declaration[], found: Map<string, NamedFamily>, place?: Span): void {
  for (const declaration of declarations) {
    if (declaration.kind !== 'longhand' || declaration.property !== 'font-family') continue
    for (const name of declaration.value as readonly string[]) {
      const key = name.toLowerCase()
      if (!found.has(key)) found.set(key, { name, span: place ?? declaration.span?.() })
    }
  }
}
