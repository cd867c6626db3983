import { DiagnosticList, type DiagnosticSink } from '../base/diagnostics.js'
import { TemplateError } from '../base/errors.js'
import type { RenderLimits } from '../base/limits.js'
import { SourceText } from '../base/source.js'
import type { TextPiece } from '../html/html-tree.js'
import { parseHtml } from '../html/parse-html.js'
import { buildParts } from './build-parts.js'
import { buildTemplate, numberElements } from './build-template.js'
import { checkFields, unusedFields } from './check-fields.js'
import { Head } from './collect-head.js'
import { eitherShape, PLAIN_SHAPE, type Shape, shapeOfSample, shapeOfSchema } from './data-shape.js'
import type { Expression } from './expression.js'
import { FILTERS } from './filters/registry.js'
import type { Filters } from './parse-expression.js'
import { Partials } from './partials.js'
import { findRunningTotals, refuseRunningTotals } from './running-totals.js'
import { scanMustaches } from './scan-mustaches.js'
import type { TemplateSource } from './template-source.js'
import type { TemplateTree, TextPart } from './template-tree.js'

interface ParseTemplateOptions {
  /** Receives what `TemplateTree.diagnostics` also keeps. */
  readonly diagnostics: DiagnosticSink
  readonly limits: RenderLimits
  /** Those of the language when absent. */
  readonly filters?: Filters | undefined
  /** Gets what includes each partial, by its file. */
  readonly inclusions?: Map<string, string>
}

const NO_EXPRESSIONS: ReadonlySet<Expression> = new Set()
const NO_ASSETS: ReadonlyMap<string, Uint8Array> = new Map()
const NO_PARTIALS: ReadonlyMap<string, string> = new Map()

/**
 * Parses a template: HTML with the placeholders and blocks of the template language.
 *
 * @throws TemplateError for unclosed, crossed and unknown blocks, unknown filters, and elements or blocks that are
 *   nested too deeply or too many; always with the place
 */
export function parseTemplate(template: TemplateSource, options: ParseTemplateOptions): TemplateTree {
  const source = new SourceText(template.name ?? 'template.html', template.html)
  const inclusions = options.inclusions ?? new Map<string, string>()
  const diagnostics = new DiagnosticList(inclusions)
  const mustaches = scanMustaches(source, diagnostics)
  const document = parseHtml(source, mustaches, {
    diagnostics,
    limits: options.limits,
    limitError: (code, message, start) => new TemplateError(code, message, source.span(start)),
  })
  const filters = options.filters ?? FILTERS
  const assets = template.assets ?? NO_ASSETS
  const tags = { source, mustaches, diagnostics, filters }
  const head = new Head(tags, assets, (file) => file === source.file || inclusions.has(file))
  const library = new Partials({
    assets,
    shared: template.partials ?? NO_PARTIALS,
    diagnostics,
    inclusions,
    limits: options.limits,
    filters,
    head,
  })
  const partials = { library, around: undefined }
  const root = buildTemplate(document.root, { tags, head, inValue: false, fixedSpan: undefined, partials })
  findRunningTotals(root)
  refuseRunningTotals(head.title ?? [])
  for (const { parts } of head.sheets) refuseRunningTotals(parts)
  const { title, sheets, metadata } = head
  const fileName = template.fileName === undefined ? undefined : parseFileName(template.fileName, diagnostics, filters)
  const checked = { root, title, fileName, sheets, metadata }
  const shape = knownShape(template)
  const unknownFields = shape ? checkFields(checked, shape, diagnostics) : NO_EXPRESSIONS
  if (template.schema !== undefined) {
    const samples = (template.samples ?? []).map((sample) => shapeOfSample(sample)).reduce(eitherShape, PLAIN_SHAPE)
    for (const path of unusedFields(checked, shapeOfSchema(template.schema), samples)) {
      diagnostics.warn('unused-field', `the schema declares "${path}", which the template never uses`)
    }
  }
  for (const diagnostic of diagnostics.items) {
    const report = diagnostic.severity === 'error' ? 'error' : 'warn'
    options.diagnostics[report](diagnostic.code, diagnostic.message, diagnostic.span)
  }
  return {
    root,
    sheets: head.sheets,
    elements: numberElements([root], 0),
    title: head.title,
    fileName,
    metadata: head.metadata,
    mode: document.mode,
    partials: library,
    unknownFields,
    base: head.base,
    diagnostics: diagnostics.items,
  }
}

/** The shape of the data by the schema and the samples; undefined when there are none. */
/** Its places are in `fileName`: it comes from a setting, and not from a file of the template's own. */
function parseFileName(text: string, diagnostics: DiagnosticSink, filters: Filters): readonly TextPart[] {
  const source = new SourceText('fileName', text)
  const mustaches = scanMustaches(source, diagnostics)
  const pieces: TextPiece[] = []
  let at = 0
  for (const [index, { start, end, kind }] of mustaches.entries()) {
    if (start > at) pieces.push(text.slice(at, start))
    if (kind !== 'comment') pieces.push(index)
    at = end
  }
  if (at < text.length) pieces.push(text.slice(at))
  const parts = buildParts({ source, mustaches, diagnostics, filters }, pieces, undefined, 'the file name')
  refuseRunningTotals(parts)
  return parts
}

function knownShape({ schema, samples = [] }: TemplateSource): Shape | undefined {
  const shapes = samples.map((sample) => shapeOfSample(sample))
  if (schema !== undefined) shapes.push(shapeOfSchema(schema))
  return shapes.length === 0 ? undefined : shapes.reduce(eitherShape)
}
