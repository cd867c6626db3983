import type { CompileOptions } from './api-types.js'
import { type Diagnostic, DiagnosticList, type DiagnosticSink } from './base/diagnostics.js'
import { TemplateError, withLimitsOfEngine } from './base/errors.js'
import { limitsOf } from './base/limits.js'
import { type PrintSettings, printedWith } from './base/print-settings.js'
import type { ProblemsSetting } from './base/problems-setting.js'
import { PROFILES, type Profile } from './base/profile.js'
import { SourceText } from './base/source.js'
import { WorkBudget } from './base/work-budget.js'
import { checkCompileArguments } from './check-arguments.js'
import { DrawingFiles } from './drawing-files.js'
import { reportDamage } from './font-damage.js'
import type { FontLibrary } from './fonts/font-types.js'
import { ImageUse } from './image-use.js'
import { isCode } from './images/codes/draw-code.js'
import { type OutputProfile, ProfileError, readOutputProfile } from './images/output-profile.js'
import { DocumentPages, InsertedFiles } from './inserted-files.js'
import { initialPage } from './page-size.js'
import { WrittenCopies } from './pdf/written-copies.js'
import { WrittenStructures } from './pdf/written-structures.js'
import { PrintedTemplates } from './printed-templates.js'
import { ALTERNATIVE_ADVICE } from './standards/check-structure.js'
import { compileStylePlan } from './style/compile-style-plan.js'
import type { StylePlan } from './style/style-plan.js'
import { withOwnFilters } from './template/filters/own-filters.js'
import { parseTemplate } from './template/parse-template.js'
import type { TemplateSource } from './template/template-source.js'
import type { TemplateElement, TemplateTree } from './template/template-tree.js'
import { mayBeImage } from './template/unsupported.js'
import { TemplateImages } from './template-images.js'

/**
 * A template ready to be rendered, with all that depends on the template alone. Immutable but for its caches, which
 * are bounded and go with it; shared by all documents of a thread. It cannot be sent to another thread: compile it
 * there again.
 */
export interface CompiledTemplate {
  /** Findings for the author that need no data. */
  readonly diagnostics: readonly Diagnostic[]
  /** The font library with the template's own faces. */
  readonly fonts: FontLibrary
  /** The standards that its documents meet, unless a rendering asks for others. */
  readonly standard: TemplateSource['standard']
  /** Whether form controls are fields, unless a rendering says otherwise. */
  readonly forms: boolean
  /** Whether documents that have lost something are made, unless a rendering says otherwise. */
  readonly problems: ProblemsSetting
  /** The press or display that its documents are made for, unless a rendering names another. */
  readonly outputIntent: OutputProfile | undefined
  /** The time zone of its dates, unless a rendering names another. */
  readonly timeZone: string | undefined
  /** @internal */
  readonly tree: TemplateTree
  /** @internal */
  readonly plan: StylePlan
  /** @internal How its documents are printed, unless a rendering has other settings. */
  readonly print: PrintSettings
  /** @internal The template with styles for other settings of printing. */
  readonly printed: PrintedTemplates
  /** @internal */
  readonly insertedFiles: InsertedFiles
  /** @internal */
  readonly images: TemplateImages
  /** @internal */
  readonly profile: Profile
  /** @internal Objects of other files, as they were written. */
  readonly copies: WrittenCopies
  /** @internal The structures of its documents, as they were written. */
  readonly structures: WrittenStructures
}

const NO_ASSETS: ReadonlyMap<string, Uint8Array> = new Map()

/**
 * Compiles a template: parses HTML, placeholders and style sheets, registers fonts, decodes images.
 *
 * @throws TemplateError for a template that cannot be compiled, such as one with an unclosed block; LimitError for one
 *   beyond the limits; TypeError for arguments that are something else
 */
export function compileTemplate(source: TemplateSource, options: CompileOptions): CompiledTemplate {
  checkCompileArguments(source, options)
  try {
    return compile(source, options)
  } catch (error) {
    throw withLimitsOfEngine(error)
  }
}

/** What is said of a template with the former name of a setting. */
const FORMER_PROFILE = 'the setting "manner" is now called "profile": its former name will be removed'

function compile(source: TemplateSource, options: CompileOptions): CompiledTemplate {
  const limits = limitsOf(options.limits)
  const assets = source.assets ?? NO_ASSETS
  const inclusions = new Map<string, string>()
  const diagnostics = new DiagnosticList(inclusions, true)
  const filters = options.filters && withOwnFilters(options.filters)
  const profile = PROFILES[source.profile ?? source.manner ?? 'print']
  const tree = parseTemplate(source, { diagnostics, limits, filters, inclusions })
  if (source.manner !== undefined) diagnostics.warn('deprecated-setting', FORMER_PROFILE, tree.root.span)
  const compilePlan = (settings: PrintSettings, sink: DiagnosticSink) =>
    compileStylePlan(tree, {
      assets,
      base: tree.base,
      fonts: options.fonts,
      pageSize: initialPage(source, settings.paper, profile),
      print: settings,
      profile,
      work: limits.work,
      unusedRulesOf: options.lint ? tree.root.span.file : undefined,
      diagnostics: sink,
    })
  const print = printedWith(source, {})
  const plan = compilePlan(print, diagnostics)
  const ownImages = new ImageUse(limits, new WorkBudget(limits.work))
  const insertedFiles = new InsertedFiles(assets, tree.base)
  const images = new TemplateImages(assets, ownImages, new DrawingFiles(plan.fonts, assets), tree.base)
  const ownPages = new DocumentPages(insertedFiles, [], ownImages)
  for (const element of tree.elements) {
    const { name, staticAttributes, span } = element
    if (!staticAttributes) continue
    const named = imageNamed(name, staticAttributes)
    if (named !== undefined) images.resolveFrom('', named, span, ownImages, diagnostics)
    if (name === 'platen-pages') ownPages.prepare(element, staticAttributes, diagnostics)
    if (isCode(name)) images.code(element, name, staticAttributes, ownImages, diagnostics)
  }
  if (options.lint) reportMissingAlternatives(tree.elements, diagnostics)
  if (options.checkFonts) plan.fonts.checkFonts?.()
  reportDamage(plan.fonts, diagnostics)
  return {
    diagnostics: diagnostics.items,
    fonts: plan.fonts,
    standard: source.standard,
    forms: source.forms ?? false,
    problems: source.problems ?? 'report',
    outputIntent: outputIntentOf(source.outputIntent, assets),
    timeZone: source.timeZone,
    tree,
    plan,
    print,
    printed: new PrintedTemplates(compilePlan),
    images,
    insertedFiles,
    profile,
    structures: new WrittenStructures(),
    copies: new WrittenCopies(),
  }
}

function imageNamed(name: string, attributes: ReadonlyMap<string, string>): string | undefined {
  if (name === 'img' || name === 'input') return attributes.get('src')
  return name === 'object' && mayBeImage(attributes.get('type'))
    ? attributes.get('data')?.trim() || undefined
    : undefined
}

/** Attributes of which each says what stands in the place of an image, or that nothing does. */
const ALTERNATIVES: ReadonlySet<string> = new Set(['alt', 'title', 'aria-label', 'aria-hidden', 'role'])

function reportMissingAlternatives(elements: readonly TemplateElement[], diagnostics: DiagnosticSink): void {
  for (const { name, attributes, span } of elements) {
    if (name !== 'img' || attributes.some((attribute) => ALTERNATIVES.has(attribute.name))) continue
    diagnostics.warn('missing-alternative', `<img> has no text in its place: ${ALTERNATIVE_ADVICE}`, span)
  }
}

/** @throws TemplateError */
function outputIntentOf(path: string | undefined, assets: ReadonlyMap<string, Uint8Array>): OutputProfile | undefined {
  if (path === undefined) return undefined
  const fail = (message: string) => new TemplateError('invalid-icc-profile', message, new SourceText(path, '').span(0))
  const bytes = assets.get(path)
  if (!bytes) throw fail('the output intent is not among the files of the template: name a file such as press.icc')
  try {
    return readOutputProfile(bytes)
  } catch (error) {
    if (!(error instanceof ProfileError)) throw error
    throw fail(`the file ${error.message}`)
  }
}
