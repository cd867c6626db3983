import { readdirSync, readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import type { FaceSource } from './bundled-fonts.js'
import type { CjkLanguage } from './cjk-languages.js'
import { coverageOf } from './opentype/cmap.js'
import type { CodePointSet } from './opentype/code-point-set.js'
import { readFontFile } from './opentype/font-file.js'

/** A package with fonts too large to come with this one, used when it is installed. */
interface FontPackage {
  readonly name: string
  readonly family: string
  readonly language: CjkLanguage
}

/** In the order in which fallback tries them for text without a language. */
const PACKAGES: readonly FontPackage[] = [
  { name: '@embedpdf/fonts-jp', family: 'Noto Sans JP', language: 'ja' },
  { name: '@embedpdf/fonts-sc', family: 'Noto Sans SC', language: 'zh-Hans' },
  { name: '@embedpdf/fonts-tc', family: 'Noto Sans TC', language: 'zh-Hant' },
  { name: '@embedpdf/fonts-kr', family: 'Noto Sans KR', language: 'ko' },
]

/** Weights by the ends of file names; 350 is what the makers of the fonts call DemiLight. */
const WEIGHT_OF_NAME: ReadonlyMap<string, number> = new Map([
  ['Thin', 100],
  ['Light', 300],
  ['DemiLight', 350],
  ['Regular', 400],
  ['Medium', 500],
  ['Bold', 700],
  ['Black', 900],
])

/** Nothing below this needs the fonts: they stay closed while other text is drawn. */
const FIRST_CODE_POINT = 0x1100

/** Emoji in colour, in one file among those of their parts, which have pictures of another kind. */
const EMOJI_PACKAGE = {
  name: '@fontsource/noto-color-emoji',
  family: 'Noto Color Emoji',
  file: 'files/noto-color-emoji-emoji-400-normal.woff',
}

/** Finds the main file of a package; undefined when it is not installed. */
export type ResolvePackage = (name: string) => string | undefined

/**
 * The faces of the font packages that are installed. No file is opened.
 * @param resolve by default from where this package is installed
 */
export function readFontPackages(resolve: ResolvePackage = resolveInstalled): readonly FaceSource[] {
  const faces = PACKAGES.flatMap((fontPackage) => {
    const main = resolve(fontPackage.name)
    return main === undefined ? [] : describeFolder(fontPackage, join(dirname(main), '../fonts'))
  })
  const emoji = resolve(EMOJI_PACKAGE.name)
  return emoji === undefined ? faces : [...faces, describeEmoji(join(dirname(emoji), EMOJI_PACKAGE.file))]
}

function describeEmoji(file: string): FaceSource {
  const { family } = EMOJI_PACKAGE
  const read = () => readFileSync(file)
  const coverage = new LazyCoverage(read, family, (codePoint) => MAY_BE_EMOJI.test(String.fromCodePoint(codePoint)))
  return {
    description: {
      label: family,
      family,
      weight: 400,
      styles: ['normal'],
      stretch: 100,
      coverage,
      isOwn: true,
      lends: true,
      isEmoji: true,
    },
    read,
  }
}

/** Code points that an emoji, or a sequence of them, consists of. */
const MAY_BE_EMOJI = /\p{Emoji}|[\u{200d}\u{20e3}\u{e0020}-\u{e007f}]/u

const require = createRequire(import.meta.url)

function resolveInstalled(name: string): string | undefined {
  try {
    return require.resolve(name)
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'MODULE_NOT_FOUND') return undefined
    throw error
  }
}

/** All weights of a package have the same repertoire, so one file is read for them. */
function describeFolder({ family, language }: FontPackage, folder: string): readonly FaceSource[] {
  const files = readdirSync(folder)
    .filter((name) => /\.[ot]tf$/.test(name))
    .sort()
  const [first] = files
  if (first === undefined) return []
  const coverage = new LazyCoverage(
    () => readFileSync(join(folder, first)),
    family,
    (codePoint) => codePoint >= FIRST_CODE_POINT,
  )
  return files.map((name) => {
    const weight = WEIGHT_OF_NAME.get(/(\w+)\.\w+$/.exec(name)?.[1] ?? '') ?? 400
    return {
      description: { label: name, family, weight, styles: ['normal'], stretch: 100, coverage, language, isOwn: true },
      read: () => readFileSync(join(folder, name)),
    }
  })
}

/** The repertoire of a font that is read when a character is asked for that it may have. */
class LazyCoverage implements Pick<CodePointSet, 'has'> {
  #coverage: CodePointSet | undefined

  constructor(
    private readonly read: () => Uint8Array,
    private readonly label: string,
    private readonly mayHave: (codePoint: number) => boolean,
  ) {}

  has(codePoint: number): boolean {
    if (this.#coverage === undefined && !this.mayHave(codePoint)) return false
    this.#coverage ??= coverageOf(readFontFile(this.read(), this.label).cmap)
    return this.#coverage.has(codePoint)
  }
}
