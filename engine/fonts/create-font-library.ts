import { readdirSync, readFileSync } from 'node:fs'
import { extname, join } from 'node:path'
import { BoundedCache } from '../base/bounded-cache.js'
import type { Span } from '../base/source.js'
import { type FaceSource, readBundledFonts } from './bundled-fonts.js'
import { cjkLanguageOf } from './cjk-languages.js'
import { FamilyFace } from './family-face.js'
import { DEFAULT_FAMILY, familyKey, SUBSTITUTED_FAMILIES, substituteFor } from './family-names.js'
import { type LibraryFace, libraryFace } from './font-face.js'
import { type ResolvePackage, readFontPackages } from './font-packages.js'
import { ResolvedSelection } from './font-selection.js'
import type {
  FontDamage,
  FontFace,
  FontLibrary,
  FontRequest,
  FontSelection,
  FontStyle,
  KnownFamilies,
  MetricOverrides,
  ShapedWord,
  ShapingStyle,
  Variations,
} from './font-types.js'
import { matchFaces, OBLIQUE_ANGLE, type TraitRange } from './match-face.js'
import { coverageOf } from './opentype/cmap.js'
import { CodePointSet } from './opentype/code-point-set.js'
import { FontError } from './opentype/font-error.js'
import { type FontFile, readFontFile } from './opentype/font-file.js'
import { UnpackingBudget } from './opentype/unpacking-budget.js'
import { canDraw } from './prepare-text.js'
import { WordCache } from './word-shaper.js'

/** A font given as bytes. What is not stated is taken from the file. */
export interface FontSource {
  /** The bytes of a TTF, OTF, TTC, WOFF or WOFF2 file. */
  readonly data: Uint8Array
  /** Files that are tried in turn where `data` cannot be used, when a library is extended. */
  readonly otherFiles?: readonly Uint8Array[]
  /** The name by which style sheets ask for it. */
  readonly family?: string
  /** 1 to 1000, or the lowest and highest of a variable font. One number takes a variable font at that weight only. */
  readonly weight?: TraitRange
  /** Several of a variable font. */
  readonly style?: FontStyle | readonly FontStyle[]
  /** Degrees clockwise of oblique letters, 14 where neither this nor the file says, or the lowest and highest of a variable font. */
  readonly angle?: TraitRange
  /** Places on the axes of a variable font, where a style asks for no other (`font-variation-settings`). */
  readonly variations?: Variations
  /** Heights in place of those of the file, in em (`ascent-override` and its like). */
  readonly metrics?: MetricOverrides
  /** How large its letters are drawn, as a part of the font size (`size-adjust`). */
  readonly scale?: number
  /** OpenType features that are on or off where a style says nothing of them. */
  readonly features?: ShapingStyle['features']
  /** Percentage of normal width, or the lowest and highest of a variable font. */
  readonly stretch?: TraitRange
  /** First and last code points for which the face is used (`unicode-range`); all it has when absent. */
  readonly unicodeRange?: readonly (readonly [number, number])[]
  /** Where a style sheet asks for it, for what is reported of it later. */
  readonly span?: Span
}

export interface FontLibraryOptions {
  /** Faces besides the bundled ones. A family of the same name as a bundled one takes its place. */
  readonly fonts?: readonly FontSource[]
  /** Folders whose font files are added, not searched recursively. */
  readonly folders?: readonly string[]
  /** False leaves the bundled fonts out, and those of font packages. */
  readonly bundled?: boolean
  /** Finds the main file of an optional font package; by default one that is installed beside this package. */
  readonly resolvePackage?: ResolvePackage
  /** Receives the files of `folders` that cannot be used; without it they throw. */
  readonly onUnusable?: (file: string, error: FontError) => void
}

/** A font library from which others with more faces can be derived. */
export interface ExtendableFontLibrary extends FontLibrary {
  /**
   * A library with further families, for the `@font-face` rules of one template. It shares faces and shaped
   * words with this one. A family takes the place of one of the same name that this library was created with, and
   * is added to one that came by extending.
   * @param onUnusable receives the fonts that cannot be used; without it they throw
   * @throws FontError
   */
  extend(fonts: readonly FontSource[], onUnusable?: (font: FontSource, error: FontError) => void): ExtendableFontLibrary
}

/** Requests, and styles, whose objects are kept; more than documents of one service use at a time. */
const KEPT_REQUESTS = 4096

/**
 * Bytes that the fonts of one template may have together when they are unpacked, for those that are used stay so: more
 * than all weights of a family for Chinese or Japanese take.
 */
const MOST_UNPACKED = 200_000_000

/** File names that are tried in a folder; what is not supported is reported, not passed over. */
const FONT_EXTENSIONS = new Set(['.ttf', '.otf', '.ttc', '.otc', '.woff', '.woff2'])

/** Families by `familyKey`, in the order in which fallback tries them. */
type Families = ReadonlyMap<string, readonly FamilyFace[]>

/**
 * Makes a font library of the bundled faces, the font files of folders and fonts given as bytes.
 * @throws FontError `no-fonts` when there is no face at all, or what is wrong with a font
 */
export function createFontLibrary(options: FontLibraryOptions = {}): ExtendableFontLibrary {
  const shared: Shared = {
    words: new WordCache(),
    styles: new BoundedCache(KEPT_REQUESTS),
    nextId: countFrom(0),
  }
  const families = new Map<string, readonly FamilyFace[]>()
  const bundled = options.bundled === false ? undefined : readBundledFonts()
  if (bundled) {
    addFamilies(families, makeFaces([...bundled.faces, ...readFontPackages(options.resolvePackage)], shared))
  }
  addFamilies(families, makeFaces(readFolders(options.folders ?? [], options.onUnusable), shared))
  addFamilies(
    families,
    makeFaces(
      (options.fonts ?? []).map((font) => openSource(font)),
      shared,
    ),
  )
  const lastResort = new Map<string, readonly FamilyFace[]>()
  if (bundled) addFamilies(lastResort, makeFaces(bundled.lastResort, shared))
  for (const [key, family] of lastResort) if (!families.has(key)) families.set(key, family)
  const fallbackFamilies = listed(families)
  if (fallbackFamilies.length === 0) throw new FontError('no-fonts', 'a font library needs at least one font')
  return new Library(families, fallbackFamilies, NO_FAMILIES, shared)
}

const NO_FAMILIES: Families = new Map()

function countFrom(first: number): () => number {
  let next = first
  return () => next++
}

/** The caches that a library shares with those derived from it. */
interface Shared {
  readonly words: WordCache
  readonly styles: BoundedCache<string, ShapingStyle>
  /** Numbers faces as they are made. */
  readonly nextId: () => number
}

class Library implements ExtendableFontLibrary {
  readonly #selections = new BoundedCache<string, FontSelection>(KEPT_REQUESTS)
  readonly #shapedBefore: number
  readonly #hasOpticalSizes: boolean

  constructor(
    private readonly byKey: Families,
    /** The families that fallback draws from: those of `@font-face` rules only serve who names them. */
    private readonly fallbackFamilies: readonly (readonly FamilyFace[])[],
    /** The families that were added by `extend`. */
    private readonly added: Families,
    private readonly shared: Shared,
  ) {
    this.#shapedBefore = shared.words.shapedWords
    this.#hasOpticalSizes = [...byKey.values()].some((faces) => faces.some((face) => face.hasOpticalSizes))
  }

  get families(): KnownFamilies {
    const own = () => listed(this.byKey).flatMap(([face]) => (face ? [face.family] : []))
    return {
      names: () => [...own(), ...SUBSTITUTED_FAMILIES],
      has: (name) => this.#family(name).length > 0,
      faces: () => listed(this.byKey).flat(),
    }
  }

  get shapedWords(): number {
    return this.shared.words.shapedWords - this.#shapedBefore
  }

  select(request: FontRequest): FontSelection {
    const language = cjkLanguageOf(request.language ?? '') ?? ''
    const { bold = true, oblique = true } = request.synthesis ?? {}
    const variations = request.variations?.join(' ') ?? ''
    // Requests that differ by nothing that these fonts know of are one.
    const size = this.#hasOpticalSizes ? request.opticalSize : undefined
    const key = `${variations}\0${size ?? ''} ${bold} ${oblique} ${request.weight} ${request.style} ${request.stretch} ${language} ${request.families.join('\0')}`
    const known = this.#selections.get(key)
    if (known !== undefined) return known
    const own = { ...request, opticalSize: size }
    const selection = new ResolvedSelection(
      own,
      this.#resolve(own),
      (cluster) => this.#fallback(own, cluster),
      (cluster) => this.#emojiFallback(own, cluster),
    )
    this.#selections.set(key, selection)
    return selection
  }

  shaping(style: ShapingStyle): ShapingStyle {
    const features = Object.entries(style.features)
      .map(([tag, on]) => `${tag}${on ? '+' : '-'}`)
      .sort()
    const figures = style.alignsFigures ? 'aligned' : ''
    const key = `${style.direction} ${style.script} ${style.language} ${figures} ${features.join(' ')}`
    const known = this.shared.styles.get(key)
    if (known !== undefined) return known
    this.shared.styles.set(key, style)
    return style
  }

  /** Shapes with another face where the given one is damaged. @throws FontError when there is no other */
  shape(face: FontFace, style: ShapingStyle, text: string): ShapedWord {
    const own = libraryFace(face)
    if (!own.resources.hasFailed) {
      try {
        return this.shared.words.shaperOf(own, style).shape(text)
      } catch (error) {
        if (!(error instanceof FontError)) throw error
        own.resources.addFailure(error)
        if (!this.#standIn(own, text)) throw error
      }
    }
    return this.shared.words.shaperOf(this.#standIn(own, text) ?? own, style).shape(text)
  }

  get damage(): readonly FontDamage[] {
    const found: FontDamage[] = []
    for (const faces of listed(this.byKey)) {
      for (const { family, damage, span } of faces) {
        for (const problem of damage) found.push({ ...problem, family, span })
      }
    }
    return found
  }

  extend(
    fonts: readonly FontSource[],
    onUnusable?: (font: FontSource, error: FontError) => void,
  ): ExtendableFontLibrary {
    const added = new Map(this.added)
    const families = new Map(this.byKey)
    const own = new Map<string, readonly FamilyFace[]>()
    addFamilies(own, makeFaces(openSources(fonts, onUnusable), this.shared))
    for (const [key, faces] of own) {
      // The rules of one template may come one by one.
      const family = [...faces, ...(added.get(key) ?? [])]
      added.set(key, family)
      families.set(key, family)
    }
    return new Library(families, this.fallbackFamilies, added, this.shared)
  }

  checkFonts(): void {
    for (const faces of listed(this.byKey)) for (const face of faces) face.check()
  }

  /** The face that draws text in place of a damaged one: one that can, else the default. */
  #standIn({ weight, style, stretch, resources }: LibraryFace, text: string): LibraryFace | undefined {
    const request: FontRequest = { families: [], weight, style, stretch }
    const other = (face: LibraryFace | undefined) => (face?.resources === resources ? undefined : face)
    return other(this.#fallback(request, text)) ?? this.#resolve(request).find(other)
  }

  /** The faces of the named families, and after them those of the default family; what is damaged is left out. */
  #resolve(request: FontRequest): readonly [LibraryFace, ...LibraryFace[]] {
    const faces = new Set<LibraryFace>()
    for (const name of [...request.families, DEFAULT_FAMILY]) {
      for (const match of matchFaces(this.#family(name), request)) {
        const face = match.faceFor(request)
        if (face.resources.isUsable) faces.add(face)
      }
    }
    const [first, ...others] =
      faces.size > 0 ? faces : matchFaces(this.fallbackFamilies[0] ?? [], request).map((face) => face.faceFor(request))
    if (first === undefined) throw new FontError('no-fonts', 'the font library has no faces')
    return [first, ...others]
  }

  /** The last family of emoji that can draw the cluster: the caller's, then that of a package, then the bundled one. */
  #emojiFallback(request: FontRequest, cluster: string): LibraryFace | undefined {
    return this.fallbackFamilies
      .filter(([face]) => face?.isEmoji)
      .reverse()
      .map((family) => matchFaces(family, request)[0]?.faceFor(request))
      .find((face) => face?.resources.isUsable && canDraw(face, cluster))
  }

  #family(name: string): readonly FamilyFace[] {
    const key = familyKey(name)
    const named = this.byKey.get(key)
    if (named !== undefined) return named
    const substitute = substituteFor(key)
    return (substitute === undefined ? undefined : this.byKey.get(substitute)) ?? []
  }

  /** The first family that can draw the cluster; of those made for one language, the one of the text. */
  #fallback(request: FontRequest, cluster: string): LibraryFace | undefined {
    const language = cjkLanguageOf(request.language ?? '')
    let found: readonly FamilyFace[] = []
    for (const family of this.fallbackFamilies) {
      const ofLanguage = family[0]?.language
      if (found.length > 0 && (ofLanguage === undefined || ofLanguage !== language)) continue
      const drawing = family.filter((face) => canDraw(face, cluster))
      if (drawing.length === 0) continue
      found = drawing
      if (ofLanguage === undefined || language === undefined || ofLanguage === language) break
    }
    return matchFaces(found, request)
      .map((face) => face.faceFor(request))
      .find((face) => face.resources.isUsable)
  }
}

function makeFaces(sources: readonly FaceSource[], { nextId }: Shared): readonly FamilyFace[] {
  return sources.map(({ description, read }) => new FamilyFace(description, read, nextId))
}

/** Adds faces by family; a family that was there before is replaced, and the last face of equal ones comes first. */
function addFamilies(families: Map<string, readonly FamilyFace[]>, faces: readonly FamilyFace[]): void {
  const added = new Map<string, FamilyFace[]>()
  for (const face of faces) {
    const key = familyKey(face.family)
    const family = added.get(key)
    if (family === undefined) added.set(key, [face])
    else family.unshift(face)
  }
  for (const [key, family] of added) families.set(key, family)
  const renamed = new Map<string, FamilyFace[]>()
  for (const face of faces) {
    for (const key of face.otherFamilies.map(familyKey)) renamed.set(key, [face, ...(renamed.get(key) ?? [])])
  }
  for (const [key, family] of renamed) if (!families.has(key)) families.set(key, family)
}

/** The families by the names that they are listed under; files have names in other languages besides. */
function listed(families: Families): readonly (readonly FamilyFace[])[] {
  return [...families].flatMap(([key, faces]) => (faces[0] && familyKey(faces[0].family) === key ? [faces] : []))
}

function openSources(
  fonts: readonly FontSource[],
  onUnusable: ((font: FontSource, error: FontError) => void) | undefined,
): readonly FaceSource[] {
  const budget = new UnpackingBudget(MOST_UNPACKED)
  return fonts.flatMap((font) => openFirstUsable(font, budget, onUnusable) ?? [])
}

/** The first of the files of a font that can be used (css-fonts-4 §4.3). */
function openFirstUsable(
  font: FontSource,
  budget: UnpackingBudget,
  onUnusable: ((font: FontSource, error: FontError) => void) | undefined,
): FaceSource | undefined {
  for (const data of [font.data, ...(font.otherFiles ?? [])]) {
    try {
      return openSource({ ...font, data }, budget)
    } catch (error) {
      if (!(error instanceof FontError) || onUnusable === undefined) throw error
      onUnusable(font, error)
    }
  }
  return undefined
}

function openSource(source: FontSource, budget?: UnpackingBudget): FaceSource {
  if (!ArrayBuffer.isView(source.data)) throw new TypeError('the data of a font must be its bytes, a Uint8Array')
  return describe(source, source.family ?? 'the given font', () => source.data, budget)
}

/** Tables of glyphs in colour: fonts that have one are mostly fonts of emoji. */
const COLOR_TABLES = ['COLR', 'CBDT', 'sbix', 'SVG ']

function describe(source: FontSource, label: string, read: () => Uint8Array, budget?: UnpackingBudget): FaceSource {
  const file = readFontFile(source.data, label, budget)
  const coverage = readCoverage(file, label)
  return {
    description: {
      label,
      family: source.family ?? file.family,
      otherFamilies: source.family === undefined ? file.otherFamilies : [],
      weight: source.weight ?? axisRange(file, 'wght') ?? file.weight,
      axes: file.axes,
      variations: source.variations,
      metrics: source.metrics,
      scale: source.scale,
      features: source.features,
      isEmoji: COLOR_TABLES.some((tag) => file.tables.has(tag)),
      styles: source.style === undefined ? stylesOf(file) : [source.style].flat(),
      angles: source.angle ?? slantsOf(file),
      span: source.span,
      stretch: source.stretch ?? axisRange(file, 'wdth') ?? file.stretch,
      coverage:
        source.unicodeRange === undefined ? coverage : coverage.within(CodePointSet.ofRanges(source.unicodeRange)),
    },
    read,
  }
}

function readCoverage(file: FontFile, label: string): CodePointSet {
  try {
    return coverageOf(file.cmap)
  } catch (error) {
    if (!(error instanceof RangeError)) throw error
    throw new FontError('broken-font', `${label} has a character map that is shorter than it says`)
  }
}

/** Those of its axes for slanted letters, or the one that the file names. */
function stylesOf({ axes, style }: FontFile): readonly FontStyle[] {
  const slanted = axes.find(({ tag }) => tag === 'slnt' || tag === 'ital')
  if (!slanted || slanted.min === slanted.max) return [style]
  return ['normal', slanted.tag === 'slnt' ? 'oblique' : 'italic']
}

/** The angles of its axis. Letters that lean as far as the axis goes count as slanted. */
function slantsOf({ axes }: FontFile): TraitRange | undefined {
  const axis = axes.find(({ tag }) => tag === 'slnt')
  return axis && [0 - axis.max, Math.max(-axis.min, OBLIQUE_ANGLE)]
}

function axisRange(file: FontFile, tag: string): TraitRange | undefined {
  const axis = file.axes.find((known) => known.tag === tag)
  return axis === undefined ? undefined : [axis.min, axis.max]
}

/** @throws FontError `missing-folder` */
function filesIn(folder: string): readonly string[] {
  try {
    return readdirSync(folder).sort()
  } catch (error) {
    const reason = error instanceof Error && 'code' in error ? String(error.code) : String(error)
    throw new FontError('missing-folder', `the folder of fonts "${folder}" cannot be read (${reason})`)
  }
}

/** Describes the font files of folders, in the order of their names; their bytes are read again when needed. */
function readFolders(folders: readonly string[], onUnusable: FontLibraryOptions['onUnusable']): readonly FaceSource[] {
  const sources: FaceSource[] = []
  for (const folder of folders) {
    for (const name of filesIn(folder)) {
      if (!FONT_EXTENSIONS.has(extname(name).toLowerCase())) continue
      const path = join(folder, name)
      try {
        sources.push(describe({ data: readFileSync(path) }, path, () => readFileSync(path)))
      } catch (error) {
        if (!(error instanceof FontError) || onUnusable === undefined) throw error
        onUnusable(path, error)
      }
    }
  }
  return sources
}
