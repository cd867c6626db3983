import { readFileSync } from 'node:fs'
import t from 'tap'
import { FONTS_FOLDER, readBundledFonts } from '../../../../engine/fonts/bundled-fonts.js'
import { createFontLibrary } from '../../../../engine/fonts/create-font-library.js'
import { checkLayoutTable } from '../../../../engine/fonts/opentype/check-layout.js'
import { readFontFile } from '../../../../engine/fonts/opentype/font-file.js'

t.test('the layout tables of all bundled fonts pass', (t) => {
  const { faces, lastResort } = readBundledFonts()
  for (const { description, read } of [...faces, ...lastResort]) {
    const { tables } = readFontFile(read(), description.label)
    for (const tag of ['GSUB', 'GPOS'] as const) {
      const table = tables.get(tag)
      if (table !== undefined) t.doesNotThrow(() => checkLayoutTable(table, tag), `${description.label} ${tag}`)
    }
  }
  t.end()
})

t.test('lists that overlap or end outside of the table are a broken font, at once', (t) => {
  const font = readFileSync(new URL('noto/NotoSansThai-Regular.ttf', FONTS_FOLDER))
  const gsub = readFontFile(font, 'Thai').tables.get('GSUB')
  if (gsub === undefined) throw new Error('no GSUB')
  for (const pointer of [4, 6, 8]) {
    for (const value of [0x7fff, 0xffff]) {
      const data = Buffer.from(font)
      const at = gsub.byteOffset - font.byteOffset
      data.writeUInt16BE(value, at + data.readUInt16BE(at + pointer))
      const library = createFontLibrary({ bundled: false, fonts: [{ family: 'T', data }] })
      const { primary } = library.select({ families: ['T'], weight: 400, style: 'normal', stretch: 100 })
      const style = library.shaping({ direction: 'ltr', script: 'thai', language: '', features: {} })
      t.throws(() => library.shape(primary, style, 'ก'), { name: 'FontError', code: 'broken-font' })
    }
  }
  t.end()
})
