import { deflateSync } from 'node:zlib'
import type { FontFace } from '../../engine/fonts/font-types.js'
import { RenderSession } from '../../engine/render-session.js'
import type { Contender } from './contender.js'
import { dataOf, templateOf } from './platen.js'
import { RenderedPages } from './rendered-pages.js'

/**
 * A floor that no program can beat: it knows each glyph and its place before the clock starts, and writes them, with
 * subsets of the fonts, in the plainest PDF that shows the same.
 */
export async function floor(): Promise<Contender> {
  return {
    title: 'floor',
    prepare(document) {
      const pages = new RenderedPages()
      const variant = { target: pages.target }
      const rendering = new RenderSession(templateOf(document), dataOf(document), {}, {}, variant).run()
      while (!rendering.next().done);
      return () => write(pages)
    },
  }
}

function write({ pages, width, height }: RenderedPages): Uint8Array {
  const file = new PlainFile()
  const fonts = new Map<FontFace, { readonly name: string; readonly id: number; readonly glyphs: Set<number> }>()
  const catalog = file.reserve()
  const tree = file.reserve()
  const ids: number[] = []
  const resources = file.reserve()
  for (const page of pages) {
    let text = ''
    for (const { x, y, width, height } of page.rects) text += `${n(x)} ${n(y)} ${n(width)} ${n(height)} re `
    text += 'f\nBT\n'
    let current: FontFace | undefined
    let size = 0
    for (const run of page.runs) {
      let font = fonts.get(run.face)
      if (!font) {
        font = { name: `F${fonts.size}`, id: file.reserve(), glyphs: new Set() }
        fonts.set(run.face, font)
      }
      if (run.face !== current || run.size !== size) text += `/${font.name} ${n(run.size)} Tf `
      current = run.face
      size = run.size
      text += `1 0 0 1 ${n(run.x)} ${n(run.y)} Tm <`
      for (const glyph of run.glyphs) {
        font.glyphs.add(glyph)
        text += HEX[glyph]
      }
      text += '>Tj\n'
    }
    const content = file.add(stream(Buffer.from(`${text}ET`, 'latin1')))
    ids.push(file.add(`<</Type/Page/Parent ${tree} 0 R/Resources ${resources} 0 R/Contents ${content} 0 R>>`))
  }
  for (const [face, font] of fonts)
    embed(
      file,
      face,
      font.id,
      [...font.glyphs].sort((a, b) => a - b),
    )
  const names = [...fonts.values()].map(({ name, id }) => `/${name} ${id} 0 R`).join('')
  file.define(resources, `<</Font<<${names}>>>>`)
  const kids = ids.map((id) => `${id} 0 R`).join(' ')
  file.define(tree, `<</Type/Pages/Count ${ids.length}/MediaBox[0 0 ${n(width)} ${n(height)}]/Kids[${kids}]>>`)
  file.define(catalog, `<</Type/Catalog/Pages ${tree} 0 R>>`)
  return file.finish(catalog)
}

/** Four hexadecimal digits of each glyph. */
const HEX = Array.from({ length: 65_536 }, (_, glyph) => glyph.toString(16).padStart(4, '0'))

function embed(file: PlainFile, { program }: FontFace, id: number, glyphs: readonly number[]): void {
  const bytes = file.add(stream(Buffer.from(program.subset(glyphs)), `/Length1 ${program.subset.length}`))
  const { postscriptName: name, bbox, ascent, descent, capHeight, stemV } = program
  const descriptor = file.add(
    `<</Type/FontDescriptor/FontName/${name}/Flags 4/FontBBox[${bbox.join(' ')}]/ItalicAngle 0/Ascent ${ascent}/Descent ${descent}/CapHeight ${capHeight}/StemV ${stemV}/FontFile2 ${bytes} 0 R>>`,
  )
  const widths = glyphs.map((glyph) => `${glyph}[${n((program.advanceWidth(glyph) * 1000) / program.unitsPerEm)}]`)
  const lines = glyphs.map((glyph) => `<${HEX[glyph]}><${HEX[program.codePointsOf(glyph)[0] ?? 0xfffd]}>`)
  const map = file.add(
    stream(
      Buffer.from(
        `/CIDInit/ProcSet findresource begin 12 dict begin begincmap 1 begincodespacerange<0000><ffff>endcodespacerange ${lines.length} beginbfchar\n${lines.join('\n')}\nendbfchar endcmap end end`,
        'latin1',
      ),
    ),
  )
  file.define(
    id,
    `<</Type/Font/Subtype/Type0/BaseFont/${name}/Encoding/Identity-H/ToUnicode ${map} 0 R/DescendantFonts[<</Type/Font/Subtype/CIDFontType2/BaseFont/${name}/CIDSystemInfo<</Registry(Adobe)/Ordering(Identity)/Supplement 0>>/FontDescriptor ${descriptor} 0 R/CIDToGIDMap/Identity/W[${widths.join('')}]>>]>>`,
  )
}

function stream(bytes: Buffer, entries = ''): readonly Uint8Array[] {
  const packed = deflateSync(bytes)
  return [Buffer.from(`<</Filter/FlateDecode/Length ${packed.length}${entries}>>stream\n`), packed, END_OF_STREAM]
}

const END_OF_STREAM = Buffer.from('\nendstream')
const END_OF_OBJECT = Buffer.from('\nendobj\n')

function n(value: number): string {
  return String(Math.round(value * 100) / 100)
}

/** Objects as they come, and the table of where they are. */
class PlainFile {
  readonly #parts: Uint8Array[] = [Buffer.from('%PDF-1.7\n')]
  readonly #offsets: number[] = [0]
  #length = 9

  reserve(): number {
    return this.#offsets.push(0) - 1
  }

  add(object: string | readonly Uint8Array[]): number {
    const id = this.reserve()
    this.define(id, object)
    return id
  }

  define(id: number, object: string | readonly Uint8Array[]): void {
    this.#offsets[id] = this.#length
    this.#push(Buffer.from(`${id} 0 obj`))
    for (const part of typeof object === 'string' ? [Buffer.from(object)] : object) this.#push(part)
    this.#push(END_OF_OBJECT)
  }

  finish(root: number): Uint8Array {
    const start = this.#length
    const lines = this.#offsets.map((offset, id) =>
      id === 0 ? '0000000000 65535 f \n' : `${String(offset).padStart(10, '0')} 00000 n \n`,
    )
    const count = this.#offsets.length
    this.#push(
      Buffer.from(
        `xref\n0 ${count}\n${lines.join('')}trailer<</Size ${count}/Root ${root} 0 R>>\nstartxref\n${start}\n%%EOF`,
      ),
    )
    return Buffer.concat(this.#parts)
  }

  #push(part: Uint8Array): void {
    this.#parts.push(part)
    this.#length += part.length
  }
}
