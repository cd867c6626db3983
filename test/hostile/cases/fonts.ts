import { createRandom } from '../../../benchmarks/random.js'
import { makeWoff2 } from '../../engine/fonts/make-woff2.js'
import {
  cffFont,
  cmapOfGroups,
  collectionBomb,
  compositeGlyphs,
  fanningSubroutines,
  glyphOf,
  loopingGsub,
  multiplyingGsub,
  wholeFont,
  withTable,
  withTables,
  woff2Bomb,
  woffBomb,
} from '../bombs/fonts.js'
import type { HostileCases, HostileDocument } from '../hostile-case.js'

/** A document in a font of the template; two letters of it join a mark, so that the font's lookups are followed. */
function inFont(font: Uint8Array, text = 'AAAA BBBB Hello e\u0301'): HostileDocument {
  const style = '@font-face { font-family: Own; src: url(own.ttf) } body { font-family: Own }'
  return { html: `<style>${style}</style><h1>${text}</h1><p>${text}</p>`, assets: new Map([['own.ttf', font]]) }
}

/** One file as the font of many families, all of which are used. */
function manyFonts(count: number, font: Uint8Array): HostileDocument {
  const families = Array.from({ length: count }, (_, i) => `F${i}`)
  const rules = families.map((family) => `@font-face { font-family: ${family}; src: url(own.woff2) }`)
  const paragraphs = families.map((family) => `<p style="font-family: ${family}">Text</p>`)
  return { html: `<style>${rules.join('')}</style>${paragraphs.join('')}`, assets: new Map([['own.woff2', font]]) }
}

/** As many fonts as there are random damages, in one document. */
function manyDamaged(seed: number, count: number): HostileDocument {
  const random = createRandom(seed)
  const assets = new Map<string, Uint8Array>()
  const rules: string[] = []
  const paragraphs: string[] = []
  for (let i = 0; i < count; i++) {
    const font = wholeFont()
    const changes = 1 + Math.floor(random() * 40)
    // The directory itself stays: what it leads to is of more interest.
    for (let k = 0; k < changes; k++)
      font[300 + Math.floor(random() * (font.length - 300))] = Math.floor(random() * 256)
    assets.set(`f${i}.ttf`, font)
    rules.push(`@font-face { font-family: F${i}; src: url(f${i}.ttf) }`)
    paragraphs.push(`<p style="font-family: F${i}">Text and e\u0301 fi 123 in font ${i}</p>`)
  }
  return { html: `<style>${rules.join('')}</style>${paragraphs.join('')}`, assets }
}

const UNUSABLE = { expected: 'document', reported: ['invalid-font'] } as const
const DAMAGED = { expected: 'document', reported: ['damaged-font'] } as const

export const fontCases: HostileCases = [
  { name: 'a font that is none', make: () => inFont(Buffer.from('not a font, but long enough')), ...UNUSABLE },
  { name: 'a font that is cut off', make: () => inFont(wholeFont().subarray(0, 50_000)), ...UNUSABLE },
  { name: 'a font without outlines', make: () => inFont(withTables({ glyf: undefined })), ...UNUSABLE },
  {
    name: 'a font whose outlines are cut off',
    make: () => inFont(withTables({ glyf: new Uint8Array(100) })),
    ...DAMAGED,
  },
  {
    name: 'a font whose every outline is damaged',
    make: () =>
      inFont(
        withTable('glyf', (table) => {
          for (let at = 0; at < table.byteLength; at++) table.setUint8(at, 0x7f)
        }),
      ),
    ...DAMAGED,
  },
  {
    name: 'a character map of four billion groups',
    make: () => inFont(withTables({ cmap: cmapOfGroups(0xffff_ffff, [[0x20, 0x7e, 3]]) })),
    ...UNUSABLE,
  },
  {
    name: 'a character map with every character there is, again and again',
    make: () =>
      inFont(
        withTables({
          cmap: cmapOfGroups(
            50_000,
            Array.from({ length: 50_000 }, () => [0, 0x10_ffff, 36] as const),
          ),
        }),
      ),
    expected: 'document',
  },
  {
    name: 'a glyph that is made of itself',
    make: () => inFont(compositeGlyphs(glyphOf('A'), 1, 1, glyphOf('A'))),
    ...DAMAGED,
  },
  {
    name: 'glyphs that are made of each next one twice',
    make: () => inFont(compositeGlyphs(glyphOf('A'), 26, 2, glyphOf('a'))),
    ...DAMAGED,
  },
  {
    name: 'lookups that multiply glyphs',
    make: () => inFont(withTables({ GSUB: multiplyingGsub(glyphOf('A'), 200, 20) })),
    ...DAMAGED,
  },
  {
    name: 'lookups that apply each other without end',
    make: () => inFont(withTables({ GSUB: loopingGsub(glyphOf('A'), 1) })),
    ...DAMAGED,
  },
  {
    name: 'lookups that apply each next one twice',
    make: () => inFont(withTables({ GSUB: loopingGsub(glyphOf('A'), 60) })),
    ...DAMAGED,
  },
  {
    name: 'layout tables whose lists overlap',
    make: () => inFont(withTables({ GSUB: Uint8Array.from({ length: 60_000 }, (_, i) => (i & 1 ? 0x40 : 0)) })),
    ...DAMAGED,
  },
  {
    name: 'charstrings that call each other without end',
    make: () => inFont(cffFont([[139 - 107, 29]], 250)),
    ...DAMAGED,
  },
  {
    name: 'charstrings that call each next one many times',
    make: () => inFont(cffFont(fanningSubroutines(9, 40), 250)),
    ...DAMAGED,
  },
  {
    name: 'charstrings as long as they may be, in every glyph',
    make: () => inFont(cffFont(fanningSubroutines(3, 50), 250), 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz'),
    expected: 'document',
  },
  { name: 'a WOFF file of fifty tables of sixty megabytes', make: () => inFont(woffBomb(60_000_000, 50)), ...UNUSABLE },
  { name: 'a WOFF2 file that says four gigabytes', make: () => inFont(woff2Bomb(4_000_000_000, 1_000)), ...UNUSABLE },
  {
    name: 'a WOFF2 file that has more than it says',
    make: () => inFont(woff2Bomb(1_000, 50_000_000)),
    ...UNUSABLE,
  },
  {
    name: 'a hundred WOFF2 files of a font with sixty megabytes that it does not need',
    make: () => manyFonts(100, makeWoff2(withTables({ junk: new Uint8Array(60_000_000) }))),
    ...UNUSABLE,
  },
  { name: 'a collection of four billion fonts', make: () => inFont(collectionBomb()), ...UNUSABLE },
  {
    name: 'a font with 65,535 axes',
    make: () => inFont(withTables({ fvar: Uint8Array.from([0, 1, 0, 0, 0, 16, 0, 2, 255, 255, 0, 20, 0, 0, 0, 4]) })),
    ...UNUSABLE,
  },
  {
    name: 'ten thousand rules for one font',
    make: () => {
      const rules = Array.from({ length: 10_000 }, (_, i) => `@font-face { font-family: F${i}; src: url(own.ttf) }`)
      return { html: `<style>${rules.join('')}</style><p>x</p>`, assets: new Map([['own.ttf', wholeFont()]]) }
    },
    expected: { refused: 'too-many-fonts' },
  },
  { name: 'a hundred fonts damaged here and there', make: () => manyDamaged(1, 100), expected: 'document' },
  { name: 'a hundred other fonts damaged here and there', make: () => manyDamaged(2, 100), expected: 'document' },
]
