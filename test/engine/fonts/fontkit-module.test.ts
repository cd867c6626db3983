import { readFileSync } from 'node:fs'
import t from 'tap'
import { FONTS_FOLDER } from '../../../engine/fonts/bundled-fonts.js'
import { loadFontkit } from '../../../engine/fonts/fontkit-module.js'

t.test('fontkit still has the inner parts that shaping relies on', (t) => {
  const font = loadFontkit().create(readFileSync(new URL('noto/NotoSansArabic-Regular.ttf', FONTS_FOLDER)))
  const { engine } = font._layoutEngine
  t.type(font._layoutEngine.hideDefaultIgnorables, 'function')
  if (engine === undefined) throw new Error('fontkit has no layout engine')
  const seen: (readonly number[])[] = []
  const cleanup = engine.cleanup
  engine.cleanup = () => {
    for (const info of engine.glyphInfos ?? []) seen.push(info.codePoints)
    cleanup.call(engine)
  }
  const glyphs = [0x633, 0x644, 0x627].map((codePoint, i) => ({
    id: font.layout([font.getGlyph(i, [codePoint])], {}, 'arab', undefined, 'rtl').glyphs.length,
    codePoints: [codePoint],
    advanceWidth: 0,
  }))
  seen.length = 0
  font.layout(glyphs, {}, ['arab'], undefined, 'rtl')
  t.same(seen, [[0x633], [0x644], [0x627]], 'glyph infos keep code points in logical order until cleanup')
  t.equal(engine.glyphInfos, null)
  t.equal(loadFontkit(), loadFontkit())
  t.end()
})
