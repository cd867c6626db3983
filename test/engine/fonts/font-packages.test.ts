import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import t from 'tap'
import { FONTS_FOLDER } from '../../../engine/fonts/bundled-fonts.js'
import { cjkLanguageOf } from '../../../engine/fonts/cjk-languages.js'
import { createFontLibrary, type ExtendableFontLibrary } from '../../../engine/fonts/create-font-library.js'
import { libraryFace } from '../../../engine/fonts/font-face.js'
import { readFontFile } from '../../../engine/fonts/opentype/font-file.js'
import { type PackedTable, packTables } from '../../../engine/fonts/opentype/pack-tables.js'
import { TRUETYPE } from '../../../engine/fonts/opentype/sfnt.js'
import { languageTag } from '../../../engine/fonts/opentype-tags.js'

const PLAIN = readFileSync(new URL('noto/NotoSansThai-Regular.ttf', FONTS_FOLDER))

/** The Thai font with other characters for its glyphs. */
function fontFor(characters: string): Buffer {
  const codePoints = [...characters].map((character) => character.codePointAt(0) ?? 0).sort((a, b) => a - b)
  const cmap = Buffer.alloc(28 + codePoints.length * 12)
  cmap.writeUInt16BE(1, 2)
  cmap.writeUInt32BE((3 << 16) | 10, 4)
  cmap.writeUInt32BE(12, 8)
  cmap.writeUInt16BE(12, 12)
  cmap.writeUInt32BE(16 + codePoints.length * 12, 16)
  cmap.writeUInt32BE(codePoints.length, 24)
  codePoints.forEach((codePoint, i) => {
    cmap.writeUInt32BE(codePoint, 28 + i * 12)
    cmap.writeUInt32BE(codePoint, 32 + i * 12)
    cmap.writeUInt32BE(i + 5, 36 + i * 12)
  })
  const tables = [...readFontFile(PLAIN, 'plain').tables].map(
    ([tag, table]): PackedTable => [tag, new Uint8Array(table.buffer, table.byteOffset, table.byteLength)],
  )
  const changed = tables.map(([tag, bytes]): PackedTable => [tag, tag === 'cmap' ? cmap : bytes])
  return Buffer.from(
    packTables(
      TRUETYPE,
      changed.filter(([tag]) => !['GSUB', 'GPOS', 'GDEF'].includes(tag)),
    ),
  )
}

const packageFiles = (prefix: string, characters: string) => ({
  dist: { 'index.js': '' },
  fonts: { [`${prefix}-Regular.otf`]: fontFor(characters), [`${prefix}-Bold.otf`]: fontFor(characters) },
})

function libraryIn(folder: string): ExtendableFontLibrary {
  const installed = new Map([
    ['@embedpdf/fonts-jp', 'jp'],
    ['@embedpdf/fonts-sc', 'sc'],
    ['@embedpdf/fonts-tc', 'tc'],
  ])
  return createFontLibrary({
    resolvePackage: (name) => {
      const found = installed.get(name)
      return found === undefined ? undefined : join(folder, found, 'dist/index.js')
    },
  })
}

function familyOf(library: ExtendableFontLibrary, text: string, language?: string, weight = 400): string {
  const request = { families: ['Arial'], weight, style: 'normal', stretch: 100 } as const
  const selection = library.select(language === undefined ? request : { ...request, language })
  return selection
    .itemize(text)
    .map(({ face }) => `${face.family} ${face.weight}`)
    .join(', ')
}

t.test('installed font packages serve the characters of their languages', (t) => {
  const folder = t.testdir({
    jp: packageFiles('NotoSansJP', '直語あ'),
    sc: packageFiles('NotoSansSC', '直语'),
    tc: packageFiles('NotoSansTC', '直語說'),
  })
  const library = libraryIn(folder)
  const cases: readonly (readonly [text: string, language: string | undefined, expected: string])[] = [
    ['直', undefined, 'JP'],
    ['直', 'ja', 'JP'],
    ['直', 'zh', 'SC'],
    ['直', 'zh-CN', 'SC'],
    ['直', 'zh-Hant-TW', 'TC'],
    ['直', 'zh-HK', 'TC'],
    ['直', 'ko', 'JP'],
    ['直', 'de', 'JP'],
    ['语', 'ja', 'SC'],
    ['語', 'zh-Hans', 'JP'],
    ['說', undefined, 'TC'],
    ['直語', 'zh-TW', 'TC'],
  ]
  for (const [text, language, expected] of cases) {
    t.equal(familyOf(library, text, language), `Noto Sans ${expected} 400`, `${text} ${language}`)
  }
  t.equal(familyOf(library, '直', 'zh', 700), 'Noto Sans SC 700')
  t.equal(familyOf(library, 'a直', 'ja'), 'Liberation Sans 400, Noto Sans JP 400')
  const named = library.select({ families: ['noto sans tc'], weight: 400, style: 'normal', stretch: 100 })
  t.equal(named.itemize('直')[0]?.face.family, 'Noto Sans TC')
  t.end()
})

t.test('selections differ by language only where fonts do', (t) => {
  const library = createFontLibrary({ resolvePackage: () => undefined })
  const select = (language: string) =>
    library.select({ families: ['Arial'], weight: 400, style: 'normal', stretch: 100, language })
  t.equal(select('de'), select('en'))
  t.equal(select('zh-CN'), select('zh-Hans'))
  t.not(select('ja'), select('en'))
  t.end()
})

t.test('packages stay closed while no text needs them', (t) => {
  const folder = t.testdir({
    jp: { dist: { 'index.js': '' }, fonts: { 'NotoSansJP-Regular.otf': 'no font at all' } },
    sc: packageFiles('NotoSansSC', '直'),
    tc: packageFiles('NotoSansTC', '直'),
  })
  const library = libraryIn(folder)
  t.equal(familyOf(library, 'Grüße שלום ไทย'), 'Liberation Sans 400, Noto Sans Thai 400')
  t.throws(() => familyOf(library, '直'), { name: 'FontError' })
  t.end()
})

t.test('without packages the bundled face of last resort draws the characters', (t) => {
  const library = createFontLibrary({ resolvePackage: () => undefined })
  for (const text of ['直', 'ひらがな', 'カタカナ', '한국어', '繁體中文', '。」']) {
    const [run, ...more] = library
      .select({ families: ['Arial'], weight: 400, style: 'normal', stretch: 100 })
      .itemize(text)
    if (run === undefined) throw new Error('no run')
    t.same(more, [], text)
    const style = library.shaping({ direction: 'ltr', script: 'hani', language: 'ja', features: {} })
    t.equal(library.shape(run.face, style, text).missing, false, text)
    t.equal(libraryFace(run.face).family, 'WenQuanYi Micro Hei')
  }
  t.end()
})

t.test("the caller's fonts come before the face of last resort", (t) => {
  const fonts = [{ family: 'Own', data: fontFor('直') }]
  const library = createFontLibrary({ resolvePackage: () => undefined, fonts })
  const selection = library.select({ families: ['Arial'], weight: 400, style: 'normal', stretch: 100 })
  const families = selection.itemize('直接').map(({ face }) => face.family)
  t.same(families, ['Own', 'WenQuanYi Micro Hei'])
  t.end()
})

t.test('languages of Han characters', (t) => {
  const cases: readonly (readonly [tag: string, expected: string | undefined, opentype: string | undefined])[] = [
    ['', undefined, undefined],
    ['en', undefined, undefined],
    ['ja', 'ja', 'JAN '],
    ['ja-JP', 'ja', 'JAN '],
    ['ko-KR', 'ko', 'KOR '],
    ['zh', 'zh-Hans', 'ZHS '],
    ['ZH-hant', 'zh-Hant', 'ZHT '],
    ['zh-TW', 'zh-Hant', 'ZHT '],
    ['zh-Hans-HK', 'zh-Hans', 'ZHS '],
    ['yue', 'zh-Hant', 'ZHT '],
  ]
  for (const [tag, expected, opentype] of cases) {
    t.equal(cjkLanguageOf(tag), expected, tag)
    t.equal(languageTag(tag), opentype, tag)
  }
  t.end()
})
