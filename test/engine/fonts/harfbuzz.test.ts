import { readFileSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import * as harfbuzz from 'harfbuzzjs'
import t from 'tap'
import { createFontLibrary } from '../../../engine/fonts/create-font-library.js'
import type { ShapedWord } from '../../../engine/fonts/font-types.js'
import { WORD_LISTS, type WordList } from './word-lists.js'

const FONTS = join(resolve(dirname(fileURLToPath(import.meta.url)), '../../../..'), 'fonts')

interface IndexedFace {
  readonly file: string
  readonly family: string
  readonly weight: number
  readonly style: string
}

const index: { readonly faces: readonly IndexedFace[] } = JSON.parse(readFileSync(join(FONTS, 'index.json'), 'utf8'))
const library = createFontLibrary()

/** One glyph a line: id, advance, x and y offset, in font units and visual order. */
type Glyphs = readonly string[]

function shapeHere(text: string, list: WordList, family: string): Glyphs {
  const selection = library.select({ families: [family], weight: 400, style: 'normal', stretch: 100 })
  const { script, direction, language } = list
  const word = library.shape(selection.primary, library.shaping({ direction, script, language, features: {} }), text)
  return glyphsOf(word)
}

function glyphsOf({ glyphs, advances, offsets }: ShapedWord): Glyphs {
  return Array.from(
    glyphs,
    (glyph, i) => `${glyph} ${advances[i]} ${offsets?.[2 * i] ?? 0},${offsets?.[2 * i + 1] ?? 0}`,
  )
}

const harfbuzzFonts = new Map<string, harfbuzz.Font>()

function harfbuzzFont(family: string): harfbuzz.Font {
  const known = harfbuzzFonts.get(family)
  if (known) return known
  const face = index.faces.find((face) => face.family === family && face.weight === 400 && face.style === 'normal')
  if (!face) throw new Error(`no face of ${family}`)
  const bytes = readFileSync(join(FONTS, face.file))
  const font = new harfbuzz.Font(new harfbuzz.Face(new harfbuzz.Blob(new Uint8Array(bytes).buffer)))
  harfbuzzFonts.set(family, font)
  return font
}

/** A text as HarfBuzz shapes it, without the empty glyphs that it leaves for joiners. */
function shapeByHarfbuzz(text: string, list: WordList, family: string): Glyphs {
  const joiner = glyphsByHarfbuzz('\u200d', list, family)[0]
  return glyphsByHarfbuzz(text, list, family).filter((glyph) => glyph !== joiner)
}

function glyphsByHarfbuzz(text: string, list: WordList, family: string): Glyphs {
  const buffer = new harfbuzz.Buffer()
  buffer.addText(text)
  buffer.guessSegmentProperties()
  buffer.setLanguage(list.language)
  harfbuzz.shape(harfbuzzFont(family), buffer)
  const positions = buffer.getGlyphPositions()
  return buffer.getGlyphInfos().map(({ codepoint }, i) => {
    const { xAdvance = 0, xOffset = 0, yOffset = 0 } = positions[i] ?? {}
    return `${codepoint} ${xAdvance} ${xOffset},${yOffset}`
  })
}

for (const list of WORD_LISTS) {
  for (const family of list.families) {
    t.test(`${list.name} in ${family} is shaped as by HarfBuzz`, (t) => {
      for (const word of list.words) t.same(shapeHere(word, list, family), shapeByHarfbuzz(word, list, family), word)
      t.end()
    })
  }
}

/**
 * Fonts and the scripts for which their GPOS table has kerning. For other scripts browsers take the `kern` table, which
 * this build of HarfBuzz does not read.
 */
const KERNED_SCRIPTS: Readonly<Record<string, readonly string[]>> = {
  'Liberation Sans': ['latn', 'grek', 'cyrl', 'hebr'],
  'Liberation Serif': ['latn', 'grek', 'cyrl'],
}

for (const [family, scripts] of Object.entries(KERNED_SCRIPTS)) {
  t.test(`digits in ${family} kern by the script of the text around them`, (t) => {
    const { primary } = library.select({ families: [family], weight: 400, style: 'normal', stretch: 100 })
    for (const script of scripts) {
      const style = library.shaping({ direction: 'ltr', script, language: '', features: {} })
      for (const text of ['11', '1,11', '11.11', '(111)', '11 %']) {
        const buffer = new harfbuzz.Buffer()
        buffer.addText(text)
        buffer.setDirection(harfbuzz.Direction.LTR)
        buffer.setScript(`${script.charAt(0).toUpperCase()}${script.slice(1)}`)
        harfbuzz.shape(harfbuzzFont(family), buffer)
        const advances = buffer.getGlyphPositions().map(({ xAdvance }) => xAdvance)
        t.same([...library.shape(primary, style, text).advances], advances, `${script}: ${text}`)
      }
    }
    t.end()
  })
}

/**
 * Words that we shape otherwise: in Bengali, text after a syllable with an initial form does not kern with it; in
 * Kannada, fontkit places a vowel sign before a reph that follows two conjuncts.
 */
const OTHERWISE: Readonly<Record<string, readonly string[]>> = {
  Bengali: ['জোংখা'],
  Kannada: ['ಸ್ವಿಟ್ಜರ್ಲ್ಯಾಂಡ್'],
}

/** Words in which the languages of a list name regions, languages and currencies. */
function wordsOfNames(language: string): readonly string[] {
  const words = new Set<string>()
  const collect = (type: 'region' | 'language' | 'currency', codes: readonly string[]): void => {
    const names = new Intl.DisplayNames([language], { type, fallback: 'none' })
    for (const code of codes) for (const word of names.of(code)?.split(/[\s\u200e\u200f]+/) ?? []) words.add(word)
  }
  collect(
    'region',
    letterPairs().map((pair) => pair.toUpperCase()),
  )
  collect('language', letterPairs())
  collect('currency', Intl.supportedValuesOf('currency'))
  // Layout shapes numbers apart from letters.
  return [...words].filter((word) => /\p{L}/u.test(word))
}

function letterPairs(): string[] {
  const letters = [...'abcdefghijklmnopqrstuvwxyz']
  return letters.flatMap((first) => letters.map((second) => first + second))
}

for (const list of WORD_LISTS) {
  t.test(`names of the world in ${list.name} are shaped as by HarfBuzz`, (t) => {
    const [family = ''] = list.families
    const words = wordsOfNames(list.language)
    t.ok(words.length > 300, `${words.length} words`)
    const otherwise = words.filter(
      (word) => shapeHere(word, list, family).join() !== shapeByHarfbuzz(word, list, family).join(),
    )
    t.same(otherwise, OTHERWISE[list.name] ?? [])
    t.end()
  })
}
