import { cpSync, mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import t from 'tap'
import { dumpDocument } from '../../../engine/dump/dump-document.js'
import { FONTS_FOLDER } from '../../../engine/fonts/bundled-fonts.js'
import { createFontLibrary, type ExtendableFontLibrary } from '../../../engine/fonts/create-font-library.js'
import { compileTemplate, renderDocument } from '../../../engine/index.js'
import { makePng } from '../images/make-png.js'
import { runTool } from '../pdf/pdf-tools.js'
import {
  affine,
  CPAL,
  colr,
  composite,
  concat,
  FACE,
  FLAT_COLR,
  glyph,
  LEFT,
  layersFrom,
  linear,
  longs,
  makeColorFont,
  ofGlyph,
  type PaintBytes,
  RIGHT,
  radial,
  rotate,
  shorts,
  solid,
  sweep,
  translate,
} from './make-color-font.js'

const bundled = createFontLibrary({ resolvePackage: () => undefined })

const HTML = '<style>@page { margin: 0 } body { font: 10px E; margin: 0; color: #123456 }</style><body>\u{1f600}'

const libraryWith = (data: Uint8Array) => bundled.extend([{ family: 'E', data }])

/** The painting of the emoji in place of its outline, in font units. */
function paintOf(data: Uint8Array, html = HTML): readonly string[] {
  const template = compileTemplate({ html }, { fonts: libraryWith(data) })
  return dumpDocument(template, {}, 'paint')
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '' && !/^(?:page|end page|text|save|restore)/.test(line))
}

const paintOfPaint = (paint: PaintBytes, layers?: readonly PaintBytes[]) =>
  paintOf(makeColorFont({ COLR: colr(paint, layers), CPAL })).filter(
    (line) => !/^(?:transform|form|end form)/.test(line),
  )

const L = 'M0,0 L500,0 L500,500 L0,500 Z'
const R = 'M500,0 L1000,0 L1000,500 L500,500 Z'

t.test('layers of one colour each, in the first palette and the colour of the text', async (t) => {
  t.strictSame(paintOf(makeColorFont({ COLR: FLAT_COLR, CPAL })), [
    'transform 0.01 0 0 -0.01 0 9',
    'form in [0,0 1000×500]',
    `fill #ff0000 ${L}`,
    `fill #123456 ${R}`,
    'end form',
  ])
})

const PAINTS: readonly (readonly [what: string, paint: PaintBytes, expected: readonly string[]])[] = [
  ['a colour with its own opacity', glyph(LEFT, solid(1, 0.5)), [`fill #00ff00/0.25098039215686274 ${L}`]],
  ['the colour of the text', glyph(LEFT, solid(0xffff)), [`fill #123456 ${L}`]],
  [
    'a linear gradient, at right angles to the line to its third point',
    glyph(
      LEFT,
      linear(
        [0, 0, 100, 0, 0, 50],
        [
          [0, 0],
          [1, 2],
        ],
      ),
    ),
    [`fill (linear 0,0 100,0 by 1 0 0 1 0 0: 0 #ff0000, 1 #0000ff) ${L}`],
  ],
  [
    'stops that begin and end elsewhere move the ends of the gradient',
    glyph(
      LEFT,
      linear(
        [0, 0, 100, 0, 0, 50],
        [
          [1.5, 2],
          [0.5, 0],
        ],
      ),
    ),
    [`fill (linear 50,0 150,0 by 1 0 0 1 0 0: 0 #ff0000, 1 #0000ff) ${L}`],
  ],
  [
    'a radial gradient',
    glyph(
      LEFT,
      radial(
        [10, 20, 0, 30, 40, 50],
        [
          [0, 0],
          [1, 2],
        ],
      ),
    ),
    [`fill (radial 10,20 0 30,40 50 by 1 0 0 1 0 0: 0 #ff0000, 1 #0000ff) ${L}`],
  ],
  [
    'a sweep gradient, counter-clockwise from the right',
    glyph(
      LEFT,
      sweep(250, 250, 0.25, 0.75, [
        [0, 0],
        [1, 2],
      ]),
    ),
    [`fill (conic from 90 to 1414.21 by 1 0 0 1 250 250: 0 #ff0000, 0.25 #ff0000, 0.75 #0000ff, 1 #0000ff) ${L}`],
  ],
  [
    'a transform around a glyph moves its outline and its gradient',
    translate(
      500,
      0,
      glyph(
        LEFT,
        linear(
          [0, 0, 100, 0, 0, 50],
          [
            [0, 0],
            [1, 2],
          ],
        ),
      ),
    ),
    [`fill (linear 0,0 100,0 by 1 0 0 1 500 0: 0 #ff0000, 1 #0000ff) ${R}`],
  ],
  [
    'a transform within a glyph moves its gradient alone',
    glyph(
      LEFT,
      affine(
        [2, 0, 0, 2, 10, 20],
        linear(
          [0, 0, 100, 0, 0, 50],
          [
            [0, 0],
            [1, 2],
          ],
        ),
      ),
    ),
    [`fill (linear 0,0 100,0 by 2 0 0 2 10 20: 0 #ff0000, 1 #0000ff) ${L}`],
  ],
  [
    'a rotation about a point',
    rotate(1, 500, 250, glyph(LEFT, solid(0))),
    [`fill #ff0000 M1000,500 L500,500 L500,0 L1000,0 Z`],
  ],
  ['a glyph within a glyph is cut', glyph(LEFT, glyph(RIGHT, solid(0))), [`clip ${L}`, `fill #ff0000 ${R}`]],
  [
    'source over',
    composite(glyph(LEFT, solid(0)), 3, glyph(RIGHT, solid(2))),
    [`fill #0000ff ${R}`, `fill #ff0000 ${L}`],
  ],
  [
    'source in is a mask',
    composite(glyph(LEFT, solid(0)), 5, glyph(RIGHT, solid(2))),
    [
      'mask by alpha in [0,0 1000×500]',
      `fill #0000ff ${R}`,
      'end mask',
      'group 1 in [0,0 1000×500]',
      `fill #ff0000 ${L}`,
      'end group',
    ],
  ],
  [
    'source in of one colour everywhere is an opacity',
    composite(glyph(LEFT, solid(0)), 5, solid(2, 0.25)),
    ['group 0.25 in [0,0 500×500]', `fill #ff0000 ${L}`, 'end group'],
  ],
  [
    'blend modes',
    composite(glyph(LEFT, solid(0)), 23, glyph(LEFT, solid(2))),
    [
      'group 1 in [0,0 500×500]',
      `fill #0000ff ${L}`,
      'group 1 multiply in [0,0 500×500]',
      `fill #ff0000 ${L}`,
      'end group',
      'end group',
    ],
  ],
]

t.test('paints of a graph', async (t) => {
  for (const [what, paint, expected] of PAINTS) t.strictSame(paintOfPaint(paint), expected, what)
  t.strictSame(
    paintOfPaint(layersFrom(0, 2), [glyph(RIGHT, solid(2)), glyph(LEFT, solid(0))]),
    [`fill #0000ff ${R}`, `fill #ff0000 ${L}`],
    'layers, from the lowest to the highest',
  )
  const repeated =
    paintOfPaint(
      glyph(
        LEFT,
        linear(
          [0, 0, 100, 0, 0, 50],
          [
            [0, 0],
            [1, 2],
          ],
          1,
        ),
      ),
    )[0] ?? ''
  t.match(repeated, 'linear -800,0 900,0', 'a gradient that repeats is a longer one')
})

t.test('a picture is as translucent as the text', async (t) => {
  const faded = paintOf(makeColorFont({ COLR: FLAT_COLR, CPAL }), HTML.replace('#123456', 'rgb(0 0 0 / 0.5)'))
  t.match(faded[1], 'group 0.5')
})

/** `CBLC` and `CBDT` with one image for U+1F600, 100 pixels to the em. */
function bitmapTables(indexFormat: number, imageFormat: number, png: Uint8Array): Readonly<Record<string, Uint8Array>> {
  const [height, width, left, top] = [4, 3, 10, 80]
  const metrics = Uint8Array.of(height, width, left, top, 100)
  const big = Uint8Array.of(height, width, left, top, 100, 0, 0, 0)
  const own = imageFormat === 17 ? metrics : imageFormat === 18 ? big : new Uint8Array(0)
  const image = concat(own, longs(png.length), png)
  const header = concat(shorts(indexFormat, imageFormat), longs(4))
  const index: Readonly<Record<number, Uint8Array>> = {
    1: longs(0, image.length),
    2: concat(longs(image.length), big),
    3: shorts(0, image.length),
    4: concat(longs(1), shorts(FACE, 0, 0xffff, image.length)),
    5: concat(longs(image.length), big, longs(1), shorts(FACE)),
  }
  const array = concat(shorts(FACE, FACE), longs(8))
  const size = Buffer.alloc(48)
  size.writeUInt32BE(56, 0)
  size.writeUInt32BE(1, 8)
  size.set([100, 100, 32], 44)
  return {
    CBLC: concat(shorts(3, 0), longs(1), size, array, header, index[indexFormat] ?? new Uint8Array(0)),
    CBDT: concat(shorts(3, 0), image),
  }
}

const PNG = makePng({
  width: 3,
  height: 4,
  bitDepth: 8,
  colorType: 2,
  interlaced: false,
  samples: Array.from({ length: 36 }, (_, i) => i),
})

t.test('images of fonts stand where their metrics say, in fonts without outlines too', async (t) => {
  for (const [index, image] of [
    [1, 17],
    [3, 18],
    [2, 19],
    [4, 17],
    [5, 19],
  ] as const) {
    const font = makeColorFont(bitmapTables(index, image, PNG), false)
    const [call = ''] = paintOf(font)
    t.match(call, /^image \w+ \[1,1 0\.3×0\.4\] smooth$/, `${index} ${image}`)
  }
  const sbix = concat(
    shorts(1, 1),
    longs(1, 12),
    shorts(100, 72),
    longs(24, 24, 24 + 8 + PNG.length, 24 + 8 + PNG.length, 24 + 8 + PNG.length),
    shorts(10, 76),
    Buffer.from('png '),
    PNG,
  )
  t.match(paintOf(makeColorFont({ sbix }))[0], /^image \w+ \[1,1 0\.3×0\.4\] smooth$/)
})

function problemsOf(font: Uint8Array): readonly string[] {
  const template = compileTemplate({ html: HTML }, { fonts: libraryWith(font) })
  return renderDocument(template, {}).diagnostics.map(({ code, message }) => `${code}: ${message}`)
}

t.test('graphs without end, or too large, are damage that is reported', async (t) => {
  const doubling = Array.from({ length: 40 }, (_, i) => (i === 39 ? glyph(LEFT, solid(0)) : layersFrom(0, 0)))
  for (let i = 0; i < 39; i++) doubling[i] = composite(layersFrom(i + 1, 1), 3, layersFrom(i + 1, 1))
  const deep = Array.from({ length: 100 }, (_, i) => (i === 99 ? glyph(LEFT, solid(0)) : layersFrom(i + 1, 1)))
  const cases: readonly (readonly [what: string, font: Uint8Array])[] = [
    ['a glyph that is drawn with itself', colr(ofGlyph(FACE))],
    ['layers that contain themselves', colr(layersFrom(0, 3), [layersFrom(0, 3), layersFrom(0, 3), solid(0)])],
    ['each layer twice within the one before', colr(layersFrom(0, 1), doubling)],
    ['nested 100 deep', colr(layersFrom(0, 1), deep)],
    ['a transform that contains itself', colr(concat(Uint8Array.of(14, 0, 0, 0), shorts(0, 0)))],
    ['a colour that the palette lacks', colr(glyph(LEFT, solid(9)))],
    ['more layers than there are', colr(layersFrom(7, 200), [solid(0)])],
  ]
  for (const [what, table] of cases) {
    const problems = problemsOf(makeColorFont({ COLR: table, CPAL }))
    t.match(problems, [/^damaged-font: .* has a picture that cannot be drawn, of glyph 1$/], what)
  }
})

t.test('damaged tables of colours cost the picture and nothing else', async (t) => {
  const graph = composite(
    rotate(
      0.1,
      5,
      5,
      glyph(
        LEFT,
        linear(
          [0, 0, 9, 0, 0, 9],
          [
            [0, 0],
            [1, 2],
          ],
        ),
      ),
    ),
    5,
    glyph(RIGHT, solid(2)),
  )
  const tables: readonly Readonly<Record<string, Uint8Array>>[] = [
    {
      COLR: colr(layersFrom(0, 2), [
        graph,
        glyph(
          RIGHT,
          sweep(1, 2, 0, 1, [
            [0, 0],
            [1, 2],
          ]),
        ),
      ]),
      CPAL,
    },
    { COLR: FLAT_COLR, CPAL },
    bitmapTables(1, 17, PNG),
    bitmapTables(5, 19, PNG),
  ]
  let seed = 7
  const random = (below: number) => {
    seed = (seed * 1_103_515_245 + 12_345) % 2_147_483_648
    return seed % below
  }
  for (let i = 0; i < 200; i++) {
    const own = { ...tables[random(tables.length)] }
    const names = Object.keys(own)
    const name = names[random(names.length)] ?? ''
    const bytes = Buffer.from(own[name] ?? [])
    for (let k = 0; k < 1 + random(3); k++) bytes[random(bytes.length)] = random(256)
    own[name] = random(3) === 0 ? bytes.subarray(0, random(bytes.length)) : bytes
    try {
      renderDocument(compileTemplate({ html: HTML }, { fonts: libraryWith(makeColorFont(own)) }), {})
    } catch (error) {
      t.fail(`${i} ${name}: ${error}`)
    }
  }
  t.pass()
})

t.test('glyphs that are SVG documents are drawn with other fonts, with a warning', async (t) => {
  const font = makeColorFont({ 'SVG ': new Uint8Array(10) })
  t.match(problemsOf(font), [
    /^unsupported-glyphs: glyphs of "E" would be invisible.*U\+1F600 as a picture \(SVG\): use a version/,
  ])
})

t.test('pictures are text: found, searched for and copied', async (t) => {
  const fonts = libraryWith(makeColorFont({ COLR: FLAT_COLR, CPAL }))
  const html = HTML.replace('<body>', '<body>a\u{1f600}b ')
  const { pdf } = renderDocument(compileTemplate({ html }, { fonts }), {})
  const found = runTool('pdftotext', ['-', '-'], pdf)
  if (found) t.match(found.output, 'a\u{1f600}b \u{1f600}')
})

/** The families of the runs of a text, each with its glyphs. */
function shaped(library: ExtendableFontLibrary, text: string): string {
  const selection = library.select({ families: ['Arial'], weight: 400, style: 'normal', stretch: 100 })
  const shaping = library.shaping({ direction: 'ltr', script: 'latn', language: '', features: {} })
  return selection
    .itemize(text)
    .map(({ start, end, face }) => {
      const { glyphs, missing } = library.shape(face, shaping, text.slice(start, end))
      return `${face.family} ${glyphs.length}${missing ? ' missing' : ''}`
    })
    .join(', ')
}

t.test('sequences of emoji are one glyph, also without a package of emoji', async (t) => {
  const one = 'Noto Emoji 1'
  const cases: readonly (readonly [text: string, expected: string])[] = [
    ['\u{1f600}', one],
    ['\u{1f44d}\u{1f3fd}', one],
    ['\u{1f1e9}\u{1f1ea}', one],
    ['\u{1f1e9}\u{1f1ea}\u{1f1eb}\u{1f1f7}', 'Noto Emoji 2'],
    ['1\ufe0f\u20e3', one],
    ['#\ufe0f\u20e3', one],
    ['\u{1f3f4}\u{e0067}\u{e0062}\u{e0065}\u{e006e}\u{e0067}\u{e007f}', one],
    ['\u{1f468}\u200d\u{1f469}\u200d\u{1f467}\u200d\u{1f466}', one],
    ['\u{1f3f3}\ufe0f\u200d\u{1f308}', one],
    ['\u2764\ufe0f', one],
    ['\u203c\ufe0f', one],
    // Characters that are text unless they are asked for as emoji.
    ['\u00a9 1#', 'Liberation Sans 4'],
    ['\u260e', 'Noto Sans Symbols2 1'],
    ['\u{1f600}\ufe0e', one],
  ]
  for (const [text, expected] of cases) t.equal(shaped(bundled, text), expected, JSON.stringify(text))
})

t.test('a package of emoji comes before the bundled ones, and stays closed while no text needs it', async (t) => {
  const folder = t.testdir()
  const files = join(folder, 'files')
  mkdirSync(files)
  const library = () =>
    createFontLibrary({
      resolvePackage: (name) => (name === '@fontsource/noto-color-emoji' ? join(folder, 'index.css') : undefined),
    })
  t.equal(
    shaped(library(), 'a 1 \u00e9 \u5b57'),
    'Liberation Sans 6, WenQuanYi Micro Hei 1',
    'there is no file to open',
  )
  const emoji = fileURLToPath(new URL('noto/NotoEmoji-Regular.ttf', FONTS_FOLDER))
  cpSync(emoji, join(files, 'noto-color-emoji-emoji-400-normal.woff'))
  t.equal(shaped(library(), '\u{1f600}'), 'Noto Color Emoji 1')
})
