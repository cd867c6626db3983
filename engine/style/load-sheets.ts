import { assetPath, type DocumentBase, networkHint } from '../base/asset-path.js'
import { dataUriBytes } from '../base/data-uri.js'
import type { DiagnosticSink } from '../base/diagnostics.js'
import { LimitError } from '../base/errors.js'
import { formatSpan, SourceText } from '../base/source.js'
import type { MediaName } from '../base/template-settings.js'
import type { CssMode } from '../css/properties/declaration.js'
import { decodeSheet } from '../css/syntax/decode-sheet.js'
import type { FontFaceRule } from '../css/syntax/font-face-rule.js'
import { type MediaQueryList, type MediaState, mediaMatches, parseMediaQueryList } from '../css/syntax/media-query.js'
import type { PageRule } from '../css/syntax/page-rule.js'
import { parseStylesheet } from '../css/syntax/parse-stylesheet.js'
import type {
  ConditionalCounterStyle,
  ConditionalKeyframes,
  ConditionalProperty,
  ImportRule,
  LayerDeclaration,
  LayerPath,
  RuleProblems,
  StyleRule,
  Stylesheet,
} from '../css/syntax/stylesheet.js'
import { tokenizeCss } from '../css/values/value-cursor.js'

/** Imports may nest this deep; cycles end here as well. */
const IMPORT_DEPTH_LIMIT = 16

/** Sheets that import others, which import others: each counts as often as it is imported. */
const MAX_IMPORTS = 1_000

/** The rules of all sheets in cascade order, conditions not evaluated yet. */
export interface LoadedSheets {
  readonly rules: readonly StyleRule[]
  readonly pageRules: readonly PageRule[]
  readonly fontFaces: readonly { readonly face: FontFaceRule; readonly media: readonly MediaQueryList[] }[]
  readonly properties: readonly ConditionalProperty[]
  readonly counterStyles: readonly ConditionalCounterStyle[]
  readonly keyframes: readonly ConditionalKeyframes[]
  /** Cascade layers in the order in which they are named. */
  readonly layers: readonly LayerDeclaration[]
  /** Of linked and imported files. */
  readonly problems: readonly RuleProblems[]
  /** Linked and imported files, of which a document may use a part. */
  readonly files: ReadonlySet<string>
}

/** A style sheet of the template with its `media` attribute. */
export interface SheetSource {
  readonly source: SourceText
  readonly media: string
  /** That of what it imports, unless this says otherwise. */
  readonly encoding?: string
}

interface LoadOptions {
  readonly assets: ReadonlyMap<string, Uint8Array>
  readonly base?: DocumentBase | undefined
  readonly diagnostics: DiagnosticSink
  readonly mode: CssMode
  /** The media that style sheets are read for; `print` when absent. */
  readonly media?: MediaName | undefined
}

/** Parses sheets and what they import, in the order in which they count. @throws LimitError for too many imports */
export function loadSheets(sheets: readonly SheetSource[], options: LoadOptions): LoadedSheets {
  const loaded = {
    rules: [],
    pageRules: [],
    fontFaces: [],
    properties: [],
    counterStyles: [],
    keyframes: [],
    layers: [],
    problems: [],
    files: new Set<string>(),
  }
  const loader = new SheetLoader(options, loaded)
  for (const { source, media, encoding } of sheets) {
    const list = parseMediaQueryList(tokenizeCss(media), () => {
      options.diagnostics.warn('invalid-condition', `"${media}" is not a media query`, source.span(0))
    })
    loader.add(source, { media: media.trim() === '' ? [] : [list], layer: [], depth: 0, encoding })
  }
  return loaded
}

interface MutableSheets {
  readonly rules: StyleRule[]
  readonly pageRules: PageRule[]
  readonly fontFaces: { readonly face: FontFaceRule; readonly media: readonly MediaQueryList[] }[]
  readonly properties: ConditionalProperty[]
  readonly counterStyles: ConditionalCounterStyle[]
  readonly keyframes: ConditionalKeyframes[]
  readonly layers: LayerDeclaration[]
  readonly problems: RuleProblems[]
  readonly files: Set<string>
}

/** How a sheet is included. */
interface Inclusion {
  readonly media: readonly MediaQueryList[]
  readonly layer: LayerPath
  readonly depth: number
  /** The encoding of the sheet, where it was a file. */
  readonly encoding: string | undefined
}

/** A sheet that is imported, kept for other imports of it. */
interface ImportedSheet {
  readonly sheet: Stylesheet
  readonly encoding: string
}

class SheetLoader {
  /** By path and by the encoding of the sheet that imports it. */
  readonly #parsed = new Map<string, ImportedSheet>()
  #imports = 0

  constructor(
    private readonly options: LoadOptions,
    private readonly into: MutableSheets,
  ) {}

  add(source: SourceText, inclusion: Inclusion): void {
    const keepsProblems = inclusion.encoding !== undefined
    if (keepsProblems) this.into.files.add(source.file)
    this.#addSheet(parseStylesheet(source, { ...this.options, keepsProblems }), source.file, inclusion)
  }

  #addSheet(sheet: Stylesheet, file: string, inclusion: Inclusion): void {
    for (const rule of sheet.imports) {
      this.#addLayers(rule.layersBefore, inclusion)
      this.#addImport(rule, file, inclusion)
    }
    this.#addLayers(sheet.layers, inclusion)
    const { media, layer } = inclusion
    const included = <R extends { readonly media: readonly MediaQueryList[]; readonly layer: LayerPath }>(
      rule: R,
    ): R =>
      media.length === 0 && layer.length === 0
        ? rule
        : { ...rule, media: [...media, ...rule.media], layer: [...layer, ...rule.layer] }
    for (const rule of sheet.rules) this.into.rules.push(included(rule))
    for (const rule of sheet.pageRules) this.into.pageRules.push(included(rule))
    for (const rule of sheet.keyframes) this.into.keyframes.push(included(rule))
    for (const rule of sheet.fontFaces) this.into.fontFaces.push({ ...rule, media: [...media, ...rule.media] })
    for (const rule of sheet.problems) this.into.problems.push({ ...rule, media: [...media, ...rule.media] })
    for (const rule of sheet.properties) this.into.properties.push({ ...rule, media: [...media, ...rule.media] })
    for (const rule of sheet.counterStyles) this.into.counterStyles.push({ ...rule, media: [...media, ...rule.media] })
  }

  #addImport(rule: ImportRule, file: string, inclusion: Inclusion): void {
    const own = dataUriBytes(rule.url)
    const path = own ? `data: at ${formatSpan(rule.span)}` : assetPath(rule.url, this.options.base?.of(file) ?? file)
    const bytes = own ?? this.options.assets.get(path)
    const media = [...inclusion.media, ...rule.media]
    const layer = [...inclusion.layer, ...rule.layer]
    if (rule.layer.length > 0) this.into.layers.push({ path: layer, media })
    if (!bytes) {
      const message = `the style sheet "${rule.url}" is not among the assets of the template${networkHint(rule.url)}`
      this.options.diagnostics.error('missing-asset', message, rule.span)
    } else if (inclusion.depth >= IMPORT_DEPTH_LIMIT) {
      this.options.diagnostics.warn('invalid-rule', 'imports are nested too deep', rule.span)
    } else if (++this.#imports > MAX_IMPORTS) {
      throw new LimitError('too-many-imports', `style sheets are imported more than ${MAX_IMPORTS} times`, rule.span)
    } else {
      const { sheet, encoding } = this.#imported(path, bytes, inclusion.encoding)
      this.#addSheet(sheet, path, { media, layer, depth: inclusion.depth + 1, encoding })
    }
  }

  #addLayers(layers: readonly LayerDeclaration[], { media, layer }: Inclusion): void {
    for (const declared of layers) {
      this.into.layers.push({ path: [...layer, ...declared.path], media: [...media, ...declared.media] })
    }
  }

  #imported(path: string, bytes: Uint8Array, around: string | undefined): ImportedSheet {
    const key = `${around ?? ''} ${path}`
    const known = this.#parsed.get(key)
    if (known) return known
    const { text, encoding } = decodeSheet(bytes, around)
    this.into.files.add(path)
    const imported = {
      sheet: parseStylesheet(new SourceText(path, text), { ...this.options, keepsProblems: true }),
      encoding,
    }
    this.#parsed.set(key, imported)
    return imported
  }
}

export function appliesTo(rule: { readonly media: readonly MediaQueryList[] }, page: MediaState): boolean {
  return rule.media.every((list) => mediaMatches(list, page))
}
