import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import t from 'tap'
import { compileTemplateFolder } from '../../../engine/folder/compile-template-folder.js'
import { createFontLibrary } from '../../../engine/index.js'

const fonts = createFontLibrary()

const FILES: readonly (readonly [name: string, format: string, beginning: string])[] = [
  ['a.avif', 'AVIF', '\0\0\0 ftypavif'],
  ['a.heic', 'HEIC', '\0\0\0 ftypheic'],
  ['a.bmp', 'BMP', 'BM1234'],
  ['a.tiff', 'TIFF', 'II*\0'],
  ['b.tif', 'TIFF', 'MM\0*'],
  ['a.ico', 'ICO', '\0\0\x01\0'],
  ['a.jp2', 'JPEG 2000', '\0\0\0\x0cjP  \r\n\x87\n'],
]

t.test('an image file of a format that is not read is named, with the formats that are', async (t) => {
  const folder = mkdtempSync(join(tmpdir(), 'platen-'))
  t.teardown(() => rmSync(folder, { recursive: true }))
  for (const [name, format, beginning] of FILES) {
    writeFileSync(join(folder, name), Buffer.from(beginning, 'latin1'))
    writeFileSync(join(folder, 'template.html'), `<img src="${name}" alt="">`)
    const { diagnostics } = compileTemplateFolder(folder, { fonts }).template
    const message = `the image "${name}" cannot be shown: ${format} files are not read: use a PNG, JPEG, GIF, WebP, SVG or PDF file`
    t.match(diagnostics, [{ code: 'unsupported-image', message }], name)
  }
})
