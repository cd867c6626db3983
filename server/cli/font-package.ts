import { readFileSync, realpathSync, statSync } from 'node:fs'
import { createRequire } from 'node:module'
import { basename, join, resolve, sep } from 'node:path'
import { DiagnosticList } from '../../engine/base/diagnostics.js'
import { SourceText } from '../../engine/base/source.js'
import type { FontFaceRule } from '../../engine/css/syntax/font-face-rule.js'
import { FontError } from '../../engine/fonts/opentype/font-error.js'
import { readFontFile } from '../../engine/fonts/opentype/font-file.js'
import { loadSheets } from '../../engine/style/load-sheets.js'
import { CommandError, UsageError } from './command.js'

/** A face of a family, and the file that has it. */
export interface PackagedFace {
  readonly rule: FontFaceRule
  /** Name of the file, without folders. */
  readonly file: string
  readonly data: Uint8Array
}

/** The parts of a font package that are copied: files that were read as fonts, and the licence. */
export interface FontPackage {
  readonly family: string
  /** Name of the package without its scope, and of the folder that the family gets. */
  readonly id: string
  readonly faces: readonly PackagedFace[]
  /** The text of the licence. */
  readonly license: string
}

/** The faces that are wanted of a family; when absent, the usual weights, all styles and all alphabets. */
export interface WantedFaces {
  readonly weights: readonly number[] | undefined
  readonly styles: readonly string[] | undefined
  readonly subsets: readonly string[] | undefined
}

/** The weights of text and headings. */
const USUAL_WEIGHTS = [400, 700]

const SCOPE = '@fontsource'

/** Texts of a package: metadata, style sheets and licences have a few thousand bytes. */
const MAX_TEXT_BYTES = 1_000_000

/** The largest font file, and all of a family together: Chinese fonts have 10 MB a weight. */
const MAX_FONT_BYTES = 30_000_000
const MAX_FAMILY_BYTES = 100_000_000

/** Faces that a template can have. */
const MAX_FACES = 200

/** A file of a package as its style sheets name it. */
const FONT_URL = /^\.\/files\/([a-z0-9][a-z0-9._-]*\.(?:woff2|woff|ttf|otf))$/i

/**
 * Reads a family from the installed package of that name.
 *
 * @param family as its designers write it, such as `Open Sans`, or the name of the package
 * @param folders where modules are looked for, the first first
 * @throws CommandError for a package that is not installed or has something else in it, UsageError for faces that it lacks
 */
export function readFontPackage(family: string, folders: readonly string[], wanted: WantedFaces): FontPackage {
  const id = packageId(family)
  const folder = findPackage(id, folders)
  const available = readMetadata(folder)
  const weights = choose('weights', wanted.weights ?? usualWeights(available.weights), available.weights)
  const styles = choose('styles', wanted.styles ?? available.styles, available.styles)
  const subsets = choose('subsets', wanted.subsets ?? available.subsets, available.subsets)
  const rules = weights.flatMap((weight) => styles.flatMap((style) => readRules(folder, id, weight, style)))
  const chosen = wanted.subsets === undefined ? rules : rules.filter((rule) => isOfSubset(rule, id, subsets))
  if (chosen.length === 0) throw new CommandError(`${SCOPE}/${id} has no faces for this`)
  if (chosen.length > MAX_FACES) {
    throw new CommandError(
      `these are ${chosen.length} faces, and a template can have ${MAX_FACES}: choose with --weights, --styles and --subsets (${available.subsets.join(', ')})`,
    )
  }
  let bytes = 0
  const faces = chosen.map((rule) => {
    const face = readFace(folder, rule)
    bytes += face.data.length
    if (bytes > MAX_FAMILY_BYTES) throw new CommandError(`the files have more than ${MAX_FAMILY_BYTES} bytes together`)
    return face
  })
  return { family: available.family, id, faces, license: readText(folder, 'LICENSE') }
}

/** `open-sans` of `Open Sans` or `@fontsource/open-sans`. */
function packageId(family: string): string {
  const id = family
    .replace(`${SCOPE}/`, '')
    .trim()
    .toLowerCase()
    .replace(/[\s_]+/g, '-')
  if (!/^[a-z0-9]+(?:-[a-z0-9]+)*$/.test(id) || id.length > 100) {
    throw new UsageError(`"${family}" is not the name of a font family`)
  }
  return id
}

function findPackage(id: string, folders: readonly string[]): string {
  for (const folder of folders) {
    const places = createRequire(join(resolve(folder), 'any.js')).resolve.paths(SCOPE) ?? []
    for (const place of places) {
      const found = join(place, SCOPE, id)
      if (statSync(join(found, 'metadata.json'), { throwIfNoEntry: false })?.isFile()) return realpathSync(found)
    }
  }
  throw new CommandError(`the package ${SCOPE}/${id} is not installed: npm install ${SCOPE}/${id}`)
}

interface Metadata {
  readonly family: string
  readonly weights: readonly number[]
  readonly styles: readonly string[]
  readonly subsets: readonly string[]
}

function readMetadata(folder: string): Metadata {
  const fail = () => new CommandError(`${join(folder, 'metadata.json')} does not describe a font family`)
  let value: unknown
  try {
    value = JSON.parse(readText(folder, 'metadata.json'))
  } catch (error) {
    if (error instanceof SyntaxError) throw fail()
    throw error
  }
  if (typeof value !== 'object' || value === null) throw fail()
  const { family, weights, styles, subsets } = value as Record<string, unknown>
  const isList = <T>(list: unknown, isItem: (item: unknown) => item is T): list is readonly T[] =>
    Array.isArray(list) && list.length > 0 && list.length <= MAX_FACES && list.every(isItem)
  const isWeight = (item: unknown) => Number.isInteger(item) && Number(item) >= 1 && Number(item) <= 1000
  const isStyle = (item: unknown) => item === 'normal' || item === 'italic'
  const isSubset = (item: unknown) => typeof item === 'string' && /^[\w[\]-]{1,50}$/.test(item)
  if (
    typeof family !== 'string' ||
    // It goes into messages and a style sheet: letters of any script, and little else.
    !/^[\p{L}\p{M}\p{N} .+&-]{1,100}$/u.test(family) ||
    !isList(weights, isWeight as (item: unknown) => item is number) ||
    !isList(styles, isStyle as (item: unknown) => item is string) ||
    !isList(subsets, isSubset as (item: unknown) => item is string)
  ) {
    throw fail()
  }
  return { family, weights, styles, subsets }
}

function usualWeights(available: readonly number[]): readonly number[] {
  const usual = USUAL_WEIGHTS.filter((weight) => available.includes(weight))
  return usual.length > 0 ? usual : available
}

function choose<T extends string | number>(
  option: string,
  wanted: readonly T[],
  available: readonly T[],
): readonly T[] {
  const missing = wanted.filter((choice) => !available.includes(choice))
  if (missing.length === 0) return wanted
  throw new UsageError(`--${option}: the family has no ${missing.join(', ')}, but ${available.join(', ')}`)
}

/** The `@font-face` rules of a weight and style. What else stands in their sheet is left alone. */
function readRules(folder: string, id: string, weight: number, style: string): readonly FontFaceRule[] {
  const name = `${weight}${style === 'normal' ? '' : `-${style}`}.css`
  const source = new SourceText(`${SCOPE}/${id}/${name}`, readText(folder, name))
  const diagnostics = new DiagnosticList()
  const { fontFaces } = loadSheets([{ source, media: '' }], { assets: new Map(), mode: 'no-quirks', diagnostics })
  return fontFaces.map(({ face }) => face)
}

function fileOf(rule: FontFaceRule): string | undefined {
  const names = rule.sources.flatMap((source) => (source.kind === 'url' ? (FONT_URL.exec(source.url)?.[1] ?? []) : []))
  return names[0]
}

function isOfSubset(rule: FontFaceRule, id: string, subsets: readonly string[]): boolean {
  const file = fileOf(rule) ?? ''
  // `inter-latin-400-normal.woff2`, but not `inter-latin-ext-400-normal.woff2`, is of the subset `latin`.
  const subset = /^(.*)-\d+-\w+\.\w+$/.exec(file)?.[1]
  return subsets.some((name) => subset === `${id}-${name}`)
}

function readFace(folder: string, rule: FontFaceRule): PackagedFace {
  const file = fileOf(rule)
  if (file === undefined) throw new CommandError(`${formatPlace(rule)}: src names no file of the package`)
  const data = readBytes(folder, join('files', file), MAX_FONT_BYTES)
  try {
    readFontFile(data, file)
  } catch (error) {
    if (error instanceof FontError) throw new CommandError(`${formatPlace(rule)}: ${error.message}`)
    throw error
  }
  return { rule, file, data }
}

function formatPlace({ span }: FontFaceRule): string {
  return `${span.file}:${span.line}:${span.column}`
}

function readText(folder: string, name: string): string {
  return readBytes(folder, name, MAX_TEXT_BYTES).toString('utf8')
}

/** The bytes of a file of the package; links that lead out of it lead nowhere. */
function readBytes(folder: string, name: string, most: number): Buffer {
  const path = join(folder, name)
  const stat = statSync(path, { throwIfNoEntry: false })
  if (!stat?.isFile() || !realpathSync(path).startsWith(folder + sep)) {
    throw new CommandError(`${basename(folder)} has no file ${name}`)
  }
  if (stat.size > most) throw new CommandError(`${path} has more than ${most} bytes`)
  return readFileSync(path)
}
