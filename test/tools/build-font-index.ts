/**
 * Writes `fonts/index.json` from the font files in `fonts/`:
 *
 *     npm run build && node dist/test/tools/build-font-index.js
 */
import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { pathToFileURL } from 'node:url'
import { FONTS_FOLDER, type FontIndex, type IndexedFace } from '../../engine/fonts/bundled-fonts.js'
import { coverageOf } from '../../engine/fonts/opentype/cmap.js'
import { type FontFile, readFontFile } from '../../engine/fonts/opentype/font-file.js'

/** Draws Chinese, Japanese and Korean where no font made for one of these languages is there. */
const LAST_RESORT = 'WenQuanYi Micro Hei'

/**
 * Folders and families in the order in which fallback tries them: the widest repertoires first, symbols last
 * because they hold lone characters of many scripts.
 */
const FOLDERS = ['liberation', 'noto', 'wqy']
const FIRST_FAMILIES = [
  'Liberation Sans',
  'Liberation Serif',
  'Liberation Mono',
  'Noto Sans Currency',
  'Noto Sans Riel',
]
const LAST_FAMILIES = ['Noto Sans Symbols', 'Noto Sans Symbols2', 'Noto Emoji', LAST_RESORT]

/** Signs for texts in other fonts. */
const LENDING = ['Noto Sans Currency', 'Noto Sans Riel', 'Noto Sans Symbols', 'Noto Sans Symbols2', 'Noto Emoji']

interface ReadFace {
  readonly path: string
  readonly file: FontFile
}

/** The content of `fonts/index.json`: the font files next to it. */
export function computeFontIndex(): FontIndex {
  const faces = FOLDERS.flatMap(readFolder).sort(compareFaces)
  const coverages: string[] = []
  const indexed = faces.map(({ path, file }): IndexedFace => {
    const ranges = coverageOf(file.cmap).toString()
    if (!coverages.includes(ranges)) coverages.push(ranges)
    return {
      file: path,
      family: file.family,
      weight: file.weight,
      style: file.style,
      stretch: file.stretch,
      coverage: coverages.indexOf(ranges),
      ...(file.family === LAST_RESORT ? { lastResort: true } : {}),
      ...(LENDING.includes(file.family) ? { lends: true } : {}),
      ...(file.family === 'Noto Emoji' ? { emoji: true } : {}),
    }
  })
  return { coverages, faces: indexed }
}

/** The text of `fonts/index.json`: a line for each face and each coverage. */
export function formatFontIndex(index: FontIndex): string {
  const lines = (items: readonly unknown[]) => items.map((item) => `    ${JSON.stringify(item)}`).join(',\n')
  return `{\n  "faces": [\n${lines(index.faces)}\n  ],\n  "coverages": [\n${lines(index.coverages)}\n  ]\n}\n`
}

function readFolder(folder: string): readonly ReadFace[] {
  return readdirSync(new URL(`${folder}/`, FONTS_FOLDER))
    .filter((name) => name.endsWith('.ttf'))
    .map((name) => {
      const path = `${folder}/${name}`
      return { path, file: readFontFile(readFileSync(new URL(path, FONTS_FOLDER)), path) }
    })
}

function compareFaces(a: ReadFace, b: ReadFace): number {
  return (
    rank(a.file.family) - rank(b.file.family) ||
    compareText(a.file.family, b.file.family) ||
    a.file.weight - b.file.weight ||
    compareText(a.path, b.path)
  )
}

function compareText(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0
}

function rank(family: string): number {
  const first = FIRST_FAMILIES.indexOf(family)
  if (first >= 0) return first
  return FIRST_FAMILIES.length + 1 + LAST_FAMILIES.indexOf(family)
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) {
  writeFileSync(new URL('index.json', FONTS_FOLDER), formatFontIndex(computeFontIndex()))
}
