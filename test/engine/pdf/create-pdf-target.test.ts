import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import t from 'tap'
import type { ShapedWord } from '../../../engine/fonts/font-types.js'
import { decodeRaster } from '../../../engine/images/decode-image.js'
import type { TextRun } from '../../../engine/paint/paint-target.js'
import { createPdfTarget } from '../../../engine/pdf/create-pdf-target.js'
import type { PdfOptions, PdfTarget } from '../../../engine/pdf/pdf-target.js'
import { wordOperand } from '../../../engine/pdf/word-operand.js'
import { xmpText } from '../../../engine/pdf/xmp.js'
import { StructureTree } from '../../../engine/tags/structure-tree.js'
import { makePng } from '../images/make-png.js'
import { color, fonts, shape } from '../paint/fragments.js'
import { runTool } from './pdf-tools.js'
import { findObjects, follow, literalHex, pageContents, pageText, readObjects } from './read-pdf.js'
import { markFaults } from './read-structure.js'

const A4 = { width: 794, height: 1123 }
const BLACK = color('#000')
const DATE = new Date('2024-05-06T07:08:09.123Z')

function render(paint: (target: PdfTarget) => void, options: Partial<PdfOptions> = {}): Uint8Array {
  const target = createPdfTarget({ date: DATE, ...options })
  target.beginPage(A4)
  paint(target)
  target.endPage()
  return target.finish()
}

function run(text: string, x = 100, y = 100, fontSize = 16): TextRun {
  return { x, y, fontSize, color: BLACK, letterSpacing: 0, ...shape(text, fontSize) }
}

/** Text in another script, words and blanks in visual order. */
function foreignRun(text: string, script: string, direction: 'ltr' | 'rtl'): TextRun {
  const selection = fonts.select({ families: ['Liberation Sans'], weight: 400, style: 'normal', stretch: 100 })
  const shaping = fonts.shaping({ direction, script, language: '', features: {} })
  const words: ShapedWord[] = []
  for (const part of text.match(/ |[^ ]+/g) ?? []) {
    for (const { start, end, face } of selection.itemize(part))
      words.push(fonts.shape(face, shaping, part.slice(start, end)))
  }
  if (direction === 'rtl') words.reverse()
  const positions: number[] = []
  let x = 0
  for (const word of words) {
    positions.push(x)
    x += (word.width / word.face.unitsPerEm) * 16
  }
  return { x: 100, y: 100, fontSize: 16, color: BLACK, letterSpacing: 0, words, positions }
}

const PNG = decodeRaster(
  makePng({
    width: 2,
    height: 2,
    bitDepth: 8,
    colorType: 6,
    interlaced: false,
    samples: [255, 0, 0, 255, 0, 255, 0, 128, 0, 0, 255, 0, 9, 9, 9, 255],
  }),
  { imagePixels: 100, imageBytes: 1_000_000_000 },
)

/** A document in which everything occurs. */
function everything(): Uint8Array {
  const target = createPdfTarget({
    date: DATE,
    title: 'R & D <ü>',
    author: 'A',
    language: 'de',
    watermark: { text: 'TEST', fonts },
  })
  for (const number of [1, 2]) {
    target.beginPage(A4)
    target.destination(`page${number}`, 10, 20)
    target.showText(run('Hello office'))
    target.link({ x: 10, y: 20, width: 30, height: 40 }, 'https://example.com/')
    target.link({ x: 10, y: 20, width: 30, height: 40 }, '#page2')
    target.drawImage(PNG, { x: 0, y: 0, width: 20, height: 20 })
    target.beginGroup(0.5, { x: 0, y: 0, width: 100, height: 100 })
    target.fillRect({ x: 1, y: 2, width: 3, height: 4 }, color('#f00', 0.25))
    target.drawImage(PNG, { x: 0, y: 0, width: 20, height: 20 })
    target.endGroup()
    target.endPage()
  }
  target.reopenPage(1)
  target.showText(run('1 of 2'))
  target.endPage()
  return target.finish()
}

t.test(
  'what is added to the page that ended last continues its content, to others it is content of its own',
  async (t) => {
    const target = createPdfTarget({ date: DATE })
    const black = color('#000')
    for (const x of [1, 2]) {
      target.beginPage(A4)
      target.fillRect({ x, y: 0, width: 9, height: 9 }, black)
      target.endPage()
    }
    for (const page of [2, 1]) {
      target.reopenPage(page)
      target.fillRect({ x: 10 * page, y: 20, width: 9, height: 9 }, black)
      target.endPage()
    }
    const frame = 'q .75 0 0 -.75 0 842.25 cm\n0 g\n'
    t.same(pageContents(target.finish()), [
      `${frame}1 0 9 9 re f\nQ\n\n${frame}10 20 9 9 re f\nQ\n`,
      `${frame}2 0 9 9 re f\n20 20 9 9 re f\nQ\n`,
    ])
  },
)

t.test('content is in px with y downwards, numbers in their shortest form', async (t) => {
  const pdf = render((target) => {
    target.fillRect({ x: 0.5, y: 1 / 64, width: 100, height: 2.25 }, color('#f00'))
    target.fillRect({ x: -0.25, y: 0, width: 1, height: 1 }, color('#f00'))
    target.fillRect({ x: 1, y: 2, width: 3, height: 4 }, color('#fff', 0.5))
  })
  t.equal(
    pageContents(pdf)[0],
    'q .75 0 0 -.75 0 842.25 cm\n1 0 0 rg\n.5 .0156 100 2.25 re f\n-.25 0 1 1 re f\n/A500 gs\n1 g\n1 2 3 4 re f\nQ\n',
  )
})

t.test('paths, clips and lines; the state is restored with the clip', async (t) => {
  const pdf = render((target) => {
    target.fillRect({ x: 0, y: 0, width: 1, height: 1 }, BLACK)
    target.save()
    target.clip([{ kind: 'rect', x: 1, y: 2, width: 3, height: 4 }])
    target.fillPath(
      [
        { kind: 'move', x: 0, y: 0 },
        { kind: 'line', x: 1, y: 0 },
        { kind: 'curve', x1: 1, y1: 2, x2: 3, y2: 4, x: 5, y: 6 },
        { kind: 'close' },
      ],
      color('#f00'),
    )
    target.restore()
    target.fillRect({ x: 0, y: 0, width: 1, height: 1 }, BLACK)
    target.strokeLine({ x1: 0, y1: 1, x2: 2, y2: 3, width: 2, color: BLACK, dashes: [0, 4], cap: 'round' })
    target.strokeLine({ x1: 0, y1: 5, x2: 2, y2: 5, width: 2, color: BLACK, dashes: [0, 4], cap: 'round' })
  })
  const lines = (pageContents(pdf)[0] ?? '').split('\n').slice(1, -2)
  t.same(lines, [
    ...['0 g', '0 0 1 1 re f', 'q', '1 2 3 4 re', 'W n', '1 0 0 rg', '0 0 m', '1 0 l', '1 2 3 4 5 6 c', 'h', 'f*', 'Q'],
    ...['0 0 1 1 re f', '0 G', '2 w', '[0 4 ] 0 d', '1 J', '0 1 m 2 3 l S', '0 5 m 2 5 l S'],
  ])
})

t.test('a clip around nothing leaves no trace', async (t) => {
  const clipped = (target: PdfTarget, paint: () => void) => {
    target.save()
    target.clip([{ kind: 'rect', x: 1, y: 2, width: 3, height: 4 }])
    paint()
    target.restore()
  }
  const black = (target: PdfTarget) => target.fillRect({ x: 0, y: 0, width: 1, height: 1 }, BLACK)
  const bare = render((target) => {
    target.showText(run('one'))
    target.showText(run('two'))
    black(target)
  })
  const withClips = render((target) => {
    target.showText(run('one'))
    clipped(target, () => clipped(target, () => undefined))
    target.showText(run('two'))
    clipped(target, () => target.transform({ a: 2, b: 0, c: 0, d: 2, e: 0, f: 0 }))
    black(target)
  })
  t.same(pageContents(withClips), pageContents(bare))
  const line = { width: 1, color: BLACK, dashes: [], cap: 'butt' } as const
  const edge = [{ kind: 'rect', x: 0, y: 0, width: 9, height: 9 }] as const
  const ways: Readonly<Record<string, (target: PdfTarget) => void>> = {
    fillRect: black,
    fillPath: (target) => target.fillPath(edge, BLACK),
    strokeLine: (target) => target.strokeLine({ ...line, x1: 0, y1: 0, x2: 9, y2: 9 }),
    strokePath: (target) => target.strokePath({ ...line, path: edge }),
    strokeShape: (target) =>
      target.strokeShape(
        edge,
        { width: 1, dashes: [], dashOffset: 0, cap: 'butt', join: 'miter', miterLimit: 4 },
        { kind: 'color', color: BLACK },
      ),
    showText: (target) => target.showText(run('one')),
    drawImage: (target) => target.drawImage(PNG, { x: 0, y: 0, width: 20, height: 20 }),
  }
  for (const [name, paint] of Object.entries(ways)) {
    const content = pageContents(render((target) => clipped(target, () => paint(target))))[0]
    t.match(content, /\nq\n1 2 3 4 re\nW n\n[\s\S]+\nQ\nQ\n/, name)
  }
  const within = pageContents(render((target) => clipped(target, () => clipped(target, () => black(target)))))
  t.equal(within[0]?.match(/W n/g)?.length, 2, 'what is painted within two clips keeps both')
  const after = pageContents(
    render((target) =>
      clipped(target, () => {
        black(target)
        clipped(target, () => undefined)
      }),
    ),
  )
  t.match(after[0], /q\n1 2 3 4 re\nW n\n0 g\n0 0 1 1 re f\nQ\n/, 'a clip around nothing keeps what is beside it')
})

t.test('rectangles of one colour that continue each other are filled as one', async (t) => {
  const red = color('#f00')
  const fills = (...rects: readonly (readonly [number, number, number, number, typeof red?])[]) => {
    const pdf = render((target) => {
      for (const [x, y, width, height, ink = BLACK] of rects) target.fillRect({ x, y, width, height }, ink)
    })
    return (pageContents(pdf)[0] ?? '').match(/.* re f$/gm)
  }
  t.same(fills([0, 5, 10, 1], [10, 5, 20, 1], [30, 5, 1.5, 1]), ['0 5 31.5 1 re f'], 'side by side')
  t.same(fills([0, 5, 1, 10], [0, 15, 1, 30]), ['0 5 1 40 re f'], 'one below the other')
  t.equal(fills([0, 5, 10, 1], [10, 5, 20, 1, red])?.length, 2, 'not in two colours')
  t.equal(fills([0, 5, 10, 1], [10, 5, 20, 2])?.length, 2, 'not where a part of a side is shared')
  t.equal(fills([0, 5, 1, 10], [1, 5, 1, 10])?.length, 2, 'not along their long sides')
  t.equal(fills([0, 5, 10, 1], [10.5, 5, 20, 1])?.length, 2, 'not across a gap')
  t.equal(fills([0, 5, 10, 1], [9, 5, 20, 1])?.length, 2, 'not where they overlap')
  const between = pageContents(
    render((target) => {
      target.fillRect({ x: 0, y: 5, width: 10, height: 1 }, BLACK)
      target.strokeLine({ x1: 0, y1: 0, x2: 9, y2: 9, width: 1, color: red, dashes: [], cap: 'butt' })
      target.fillRect({ x: 10, y: 5, width: 10, height: 1 }, BLACK)
    }),
  )
  t.equal(between[0]?.match(/ re f/g)?.length, 2, 'not over what is painted between them')
})

t.test('a run is one TJ, moved only where layout differs from the widths of the glyphs', async (t) => {
  const natural = pageContents(render((target) => target.showText(run('ab cd'))))[0] ?? ''
  t.match(natural, /\nBT\n0 g\n1 0 0 -1 100 100 Tm\n\/F0 16 Tf\n\[\([^)]{10}\)\]TJ\nET\n/)
  const { words, positions, ...rest } = run('ab cd')
  const moved = { ...rest, words, positions: positions.map((x, i) => (i === 2 ? x + 8 : x)) }
  t.match(pageContents(render((target) => target.showText(moved)))[0], /\[\([^)]{6}\)-500\([^)]{4}\)\]TJ/)
})

t.test('text on one baseline is moved to from the text before, by the difference of rounded numbers', async (t) => {
  const content = pageContents(
    render((target) => {
      target.showText(run('a', 100, 100))
      target.showText(run('b', 150.01567, 100))
      target.showText(run('c', 40, 100))
      target.showText(run('d', 40, 120.5))
      target.showText(run('e', 50.00006, 120.5))
      target.showText(run('f', 60, 120.5))
      target.fillRect({ x: 0, y: 0, width: 1, height: 1 }, BLACK)
      target.showText(run('g', 70, 120.5))
    }),
  )[0]
  t.same(content?.match(/.* T[md]$/gm), [
    '1 0 0 -1 100 100 Tm',
    '50.0157 0 Td',
    '-110.0157 0 Td',
    '1 0 0 -1 40 120.5 Tm',
    '10.0001 0 Td',
    '9.9999 0 Td',
    '1 0 0 -1 70 120.5 Tm',
  ])
})

t.test('glyph ids of any bytes are read back from literal strings', async (t) => {
  const [any] = shape('a', 16).words
  if (!any) throw new Error('a word expected')
  const glyphs = [0x0028, 0x0029, 0x005c, 0x000d, 0x000a, 0x2828, 0x0d5c]
  const word = {
    ...any,
    text: 'abcdefg',
    glyphs,
    advances: Array<number>(7).fill(0),
    clusters: Uint16Array.of(0, 1, 2, 3, 4, 5, 6),
  }
  const content = pageContents(render((target) => target.showText({ ...run('x'), words: [word], positions: [0] })))[0]
  const strings = [...(content ?? '').matchAll(/\(((?:\\.|[^\\)])*)\)/gs)].map(([, literal = '']) =>
    literalHex(literal),
  )
  t.equal(strings.join(''), '00280029005c000d000a28280d5c')
})

t.test(
  'words with replacement texts are pieces of their own, and stay in their line where their element is drawn on',
  async (t) => {
    const text = foreignRun('दे a दे b', 'deva', 'ltr')
    const marksOf = (isDrawn: boolean) => {
      const structure = new StructureTree(0)
      const tag = structure.add(structure.root, { type: 'P', order: 1 })
      const paint = (target: PdfTarget) => {
        target.beginContent(tag, { x: 0, y: 0, width: 200, height: 200 })
        if (isDrawn) target.fillRect({ x: 1, y: 2, width: 3, height: 4 }, BLACK)
        const first = isDrawn ? 1 : 0
        const positions = text.positions.slice(first).map((x) => x - (text.positions[first] ?? 0))
        target.showText({ ...text, words: text.words.slice(first), positions, tag })
        target.endContent()
      }
      const pdf = render(paint, { structure })
      t.same(markFaults(pdf), [])
      return [...(pageContents(pdf)[0] ?? '').matchAll(/\/\w+ ?<<.*?BDC|BT|ET|EMC|re f|[\d.]+ 100 Tm/g)].map(
        ([mark]) => mark,
      )
    }
    const replaced = (mcid: number) => `/Span<</MCID ${mcid}/ActualText<feff09260947>>>BDC`
    t.same(
      marksOf(false).join(' '),
      `BT ${replaced(0)} 100 100 Tm EMC /P << /MCID 1>>BDC EMC ${replaced(2)} EMC /P << /MCID 3>>BDC EMC ET`,
    )
    const behind = 100 + (text.positions[4] ?? 0) - (text.positions[1] ?? 0)
    t.same(
      marksOf(true).join(' '),
      `/P << /MCID 0>>BDC re f BT 100 100 Tm ET EMC BT ${replaced(1)} ${Math.round(1000 * behind) / 1000} 100 Tm EMC /P << /MCID 2>>BDC EMC ET`,
    )
  },
)

t.test(
  'words from right to left that carry their text are pieces of content in the order in which they are read',
  async (t) => {
    const structure = new StructureTree(0)
    const tag = structure.add(structure.root, { type: 'P', order: 1 })
    const line = foreignRun('مُدينة هذا عمّان', 'arab', 'rtl')
    const pdf = render((target) => target.showText({ ...line, tag }), { structure })
    const marks = [...(pageContents(pdf)[0] ?? '').matchAll(/\/\w+ ?<<(?:\/MCID \d\/ActualText<feff(.*?)>)?|EMC/g)]
    t.same(
      marks.map(([mark, text]) => (text ? Buffer.from(text, 'hex').swap16().toString('utf16le') : mark)),
      ['مُدينة', 'EMC', '/P <<', 'EMC', 'عمّان', 'EMC'],
    )
    t.same(markFaults(pdf), [])
  },
)

t.test('a word is noted once for each document', async (t) => {
  let looks = 0
  const word = shape('once', 16).words[0]
  if (!word) throw new Error('a word expected')
  const watched: ShapedWord = { ...word, operand: undefined }
  Object.defineProperty(watched, 'direction', {
    get: () => {
      looks++
      return 'ltr'
    },
  })
  const show = (times: number) =>
    render((target) => {
      for (let i = 0; i < times; i++) target.showText({ ...run('x'), words: [watched], positions: [0] })
    })
  show(1)
  const first = looks
  looks = 0
  const texts = [show(1), show(50)].map((pdf) => pageText(pdf, 1).trim())
  t.same(texts, ['once', 'once'.repeat(50)])
  t.ok(looks > 0 && looks < 2 * first, `${looks} looks at the direction, ${first} before`)
})

t.test('letter spacing moves each letter', async (t) => {
  const content = pageContents(render((target) => target.showText({ ...run('ab'), letterSpacing: 1.6 })))[0] ?? ''
  t.match(content, /\[\([^)]{2}\)-100\([^)]{2}\)-100\(\)\]TJ/)
})

t.test('text is extracted as it was, ligatures and all', async (t) => {
  for (const text of [
    'Hello, world',
    'office affluent fjord',
    'Grüße für 1.234,56 €',
    'naïve “quotes” – dash',
    'AVATAR To. We',
  ]) {
    t.equal(
      pageText(
        render((target) => target.showText(run(text))),
        1,
      ).trim(),
      text,
    )
  }
})

/** A word that the glyphs for `parts` draw, each part one glyph, though the font may have no such substitution. */
function madeUpWord(text: string, parts: readonly string[], glyphText: readonly string[]): ShapedWord {
  const glyphs = glyphText.map((character) => shape(character, 16).words[0]?.glyphs[0] ?? 0)
  const clusters = parts.map((_, i) => parts.slice(0, i).join('').length)
  const [any] = shape('a', 16).words
  if (!any) throw new Error('a word expected')
  const advances = glyphs.map((glyph) => any.face.program.advanceWidth(glyph))
  const width = advances.reduce((sum, advance) => sum + advance, 0)
  return { ...any, text, glyphs, clusters: Uint16Array.from(clusters), advances, width }
}

t.test('a ligature stands for all its letters', async (t) => {
  const word = madeUpWord('file', ['fi', 'l', 'e'], ['\ufb01', 'l', 'e'])
  const pdf = render((target) => target.showText({ ...run('x'), words: [word], positions: [0] }))
  t.equal(pageText(pdf, 1).trim(), 'file')
  t.notMatch(pageContents(pdf)[0], 'ActualText')
})

t.test('a glyph that stands for something else than before has a code of its own there', async (t) => {
  const words = [madeUpWord('ab', ['a', 'b'], ['a', 'b']), madeUpWord('cb', ['c', 'b'], ['a', 'b'])]
  const pdf = render((target) => target.showText({ ...run('x'), words, positions: [0, 18] }))
  t.equal(pageText(pdf, 1).trim(), 'abcb')
  t.notMatch(pageContents(pdf)[0], 'ActualText')
  const tool = runTool('pdftotext', ['-', '-'], pdf)
  if (tool) t.match(tool.output, /^abcb\n/)
})

t.test('glyphs of a cluster share its characters', async (t) => {
  const shared = (text: string, clusters: readonly number[]) => {
    const glyphText = ['x', 'y', 'z', 'w'].slice(0, clusters.length)
    const word = { ...madeUpWord(text, glyphText, glyphText), clusters: Uint16Array.from(clusters) }
    const pdf = render((target) => target.showText({ ...run('a'), words: [word], positions: [0] }))
    return { text: pageText(pdf, 1).trim(), replaced: /ActualText/.test(pageContents(pdf)[0] ?? '') }
  }
  t.same(shared('abc', [0, 0]), { text: 'abc', replaced: false })
  t.same(shared('\u091f\u0949', [0, 0]), { text: '\u091f\u0949', replaced: false })
  t.same(shared('\u0ba4\u0bca', [0, 0, 0]), { text: '\u0ba4\u0bc6\u0bbe', replaced: false }, 'a vowel on both sides')
  t.same(shared('\u0ba4\u0bca\u0b95', [0, 0, 2, 2]), { text: '\u0ba4\u0bc6\u0bbe\u0b95', replaced: false })
  t.same(shared('a', [0, 0]), { text: 'a', replaced: true }, 'too few characters')
})

t.test('glyphs of a word in CFF outlines keep the text of the first, and carry others', async (t) => {
  const [any] = shape('a', 16).words
  if (!any) throw new Error('a word expected')
  const program = { ...any.face.program, outlines: 'cff' as const }
  const words = [madeUpWord('ab', ['a', 'b'], ['a', 'b']), madeUpWord('cb', ['c', 'b'], ['a', 'b'])].map((word) => ({
    ...word,
    face: { ...word.face, program },
  }))
  const pdf = render((target) => target.showText({ ...run('x'), words, positions: [0, 18] }))
  t.equal(pageText(pdf, 1).trim(), 'abcb')
  t.equal(pageContents(pdf)[0]?.match(/ActualText/g)?.length, 1)
})

t.test('decorative text is drawn but not extracted', async (t) => {
  const pdf = render((target) => {
    target.showText({ ...run('shadow'), decorative: true })
    target.showText(run('text'))
  })
  t.match(pageContents(pdf)[0], /BT\n0 g\n\/Span<<\/ActualText<feff>>>BDC\n.*\]TJ\nEMC\n/s)
  const tool = runTool('pdftotext', ['-', '-'], pdf)
  if (tool) t.equal(tool.output.trim(), 'text')
})

t.test('right-to-left text is written as it is seen, with a code for each character', async (t) => {
  for (const [text, script] of [
    ['السلام عليكم', 'arab'],
    ['עולם טוב', 'hebr'],
  ] as const) {
    const pdf = render((target) => target.showText(foreignRun(text, script, 'rtl')))
    t.equal([...pageText(pdf, 1).trim()].reverse().join(''), text)
    t.notMatch(pageContents(pdf)[0], 'ActualText')
    const maps = [...readObjects(pdf).values()].filter(({ stream }) => stream?.includes('beginbfchar'))
    t.notMatch(
      maps.map(({ stream }) => stream?.toString('latin1')).join(),
      /<06270644>|<06440627>/,
      'not even for a ligature',
    )
    const tool = runTool('pdftotext', ['-', '-'], pdf)
    if (tool) t.match(tool.output, text)
  }
})

t.test('words whose glyphs do not tell what they say carry their text', async (t) => {
  for (const [text, script] of [
    ['हिन्दी क्षेत्र', 'deva'],
    ['ภาษาไทยน้ำ', 'thai'],
  ] as const) {
    const pdf = render((target) => target.showText(foreignRun(text, script, 'ltr')))
    t.equal(pageText(pdf, 1).trim(), text)
    const tool = runTool('pdftotext', ['-', '-'], pdf)
    if (tool) t.match(tool.output, text)
  }
})

t.test('fonts are subsets with widths and a proper descriptor', async (t) => {
  const objects = readObjects(render((target) => target.showText(run('ab'))))
  const [font] = findObjects(objects, /\/Subtype \/Type0/)
  t.match(font?.value, /\/BaseFont \/[A-Z]{6}\+LiberationSans\n\/Encoding \/Identity-H/)
  const descendant = follow(objects, font?.value ?? '', 'DescendantFonts').value
  t.match(descendant, /\/Subtype \/CIDFontType2/)
  t.match(descendant, /\/W \[\d+ \[556\.15 556\.15\]\]\n\/CIDToGIDMap \/Identity/)
  const descriptor = follow(objects, descendant, 'FontDescriptor').value
  t.match(descriptor, /\/Flags 4\n\/FontBBox \[-?\d+/)
  const program = follow(objects, descriptor, 'FontFile2')
  t.match(program.value, `/Length1 ${program.stream?.length}`)
  t.ok((program.stream?.length ?? 0) < 20_000, 'much smaller than the whole font')
})

t.test('an image is written once, with its alpha channel as a soft mask', async (t) => {
  const pdf = everything()
  const images = findObjects(readObjects(pdf), /\/Subtype \/Image/)
  t.equal(images.length, 2)
  t.equal(images.filter(({ value }) => value.includes('/SMask')).length, 1)
  t.match(pageContents(pdf)[0], /q 20 0 0 -20 0 20 cm \/I0 Do Q/)
  const tool = runTool('pdfimages', ['-list', '-'], pdf)
  if (tool) t.match(tool.output, /smask/)
})

t.test('EXIF orientation is undone when the image is placed', async (t) => {
  const rect = { x: 10, y: 20, width: 30, height: 40 }
  const matrices = [1, 2, 3, 4, 5, 6, 7, 8].map((orientation) => {
    const content = pageContents(render((target) => target.drawImage({ ...PNG, orientation }, rect)))[0] ?? ''
    return /q (.*) cm \/I0/.exec(content)?.[1]
  })
  t.same(matrices, [
    '30 0 0 -40 10 60',
    '-30 0 0 -40 40 60',
    '-30 0 0 40 40 20',
    '30 0 0 40 10 20',
    '0 40 -30 0 40 20',
    '0 40 30 0 10 20',
    '0 -40 30 0 10 60',
    '0 -40 -30 0 40 60',
  ])
})

t.test('a group is a transparency group with its opacity', async (t) => {
  const pdf = everything()
  const [form] = findObjects(readObjects(pdf), /\/Subtype \/Form/)
  t.match(form?.value, /\/BBox \[0 0 100 100\]\n\/Group <<\n\/S \/Transparency/)
  t.match(
    form?.stream?.toString('latin1'),
    /^\/A250 gs\n1 0 0 rg\n1 2 3 4 re f\n\/A1000 gs\nq 20 0 0 -20 0 20 cm \/I0 Do Q\n$/,
  )
  t.match(pageContents(pdf)[0], /\/A500 gs\n\/X1 Do\n/)
})

t.test('links lead to addresses and to places in the document; to unknown places there is none', async (t) => {
  const pdf = render((target) => {
    target.link({ x: 100, y: 200, width: 40, height: 20 }, 'https://example.com/ü?a=(1) b%20c')
    target.link({ x: 0, y: 0, width: 4, height: 4 }, '#there')
    target.link({ x: 0, y: 0, width: 4, height: 4 }, '#nowhere')
    target.destination('there', 40, 80)
    target.destination('there', 0, 0)
  })
  const links = findObjects(readObjects(pdf), /\/Subtype \/Link/).map(({ value }) => value)
  t.equal(links.length, 2)
  t.match(links[0], /\/Rect \[75 677\.25 105 692\.25\]/)
  t.match(links[0], '/URI (https://example.com/%C3%BC?a=\\(1\\)%20b%20c)')
  t.match(links[1], /\/Dest \[\d+ 0 R \/XYZ 30 782\.25 null\]/)
})

t.test('metadata stand in the information dictionary and, escaped, in the XMP packet', async (t) => {
  const pdf = everything()
  const text = Buffer.from(pdf).toString('utf8')
  t.match(text, '<rdf:li xml:lang="x-default">R &amp; D &lt;ü&gt;</rdf:li>')
  t.match(text, '<xmp:CreateDate>2024-05-06T07:08:09Z</xmp:CreateDate>')
  const objects = readObjects(pdf)
  const [catalog] = findObjects(objects, /\/Type \/Catalog/)
  t.match(catalog?.value, '/Lang (de)')
  t.match(follow(objects, catalog?.value ?? '', 'ViewerPreferences').value, '/DisplayDocTitle true')
  const tool = runTool('pdfinfo', ['-'], pdf)
  if (tool) t.match(tool.output, /Title: +R & D <ü>\nAuthor: +A\n/)
})

t.test('schemas that XMP does not know are described in the packet', async (t) => {
  const schema = {
    prefix: 'x',
    uri: 'urn:x#',
    properties: { Kind: xmpText('a & b'), Absent: undefined },
    extension: { title: 'Schema of x', descriptions: { Kind: 'what it is' } },
  }
  const text = Buffer.from(render(() => undefined, { schemas: [schema] })).toString('utf8')
  t.match(text, '<rdf:Description rdf:about="" xmlns:x="urn:x#">\n<x:Kind>a &amp; b</x:Kind>\n</rdf:Description>')
  t.match(text, '<pdfaSchema:schema>Schema of x</pdfaSchema:schema>')
  t.match(text, /<pdfaProperty:name>Kind<.*<pdfaProperty:description>what it is</)
})

t.test('characters that XML forbids do not break the packet', async (t) => {
  const pdf = render(() => undefined, { title: 'a\u0001b\ud800c' })
  t.match(Buffer.from(pdf).toString('utf8'), '>a\ufffdb\ufffdc</rdf:li>')
})

t.test('a page with a bleed has boxes for cutting, and its own coordinates', async (t) => {
  const target = createPdfTarget({ date: DATE })
  target.beginPage({ width: 200, height: 100 }, { bleed: 8, outset: 32 })
  target.endPage()
  const [page] = findObjects(readObjects(target.finish()), /\/Type \/Page\n/)
  t.match(page?.value, '/MediaBox [-24 -24 174 99]')
  t.match(page?.value, '/BleedBox [-6 -6 156 81]')
  t.match(page?.value, '/TrimBox [0 0 150 75]')
})

t.test('a page that was ended can be painted on again', async (t) => {
  const pdf = everything()
  t.match(pageText(pdf, 1), /Hello office[\s\S]*1 of 2/)
  t.notMatch(pageText(pdf, 2), '1 of 2')
})

t.test('the watermark is the last on every page, as real text', async (t) => {
  const pdf = everything()
  for (const page of [1, 2]) t.match(pageText(pdf, page), /TEST\s*$/)
  t.match(pageContents(pdf)[1], /BDC\nBT\n\/A300 gs\n\.5 g\n.* Tm\n\/F1 \d+(\.\d+)? Tf/)
  const tool = runTool('pdftotext', ['-', '-'], pdf)
  if (tool) t.equal(tool.output.match(/\bTEST\b/g)?.length, 2)
})

t.test('the watermark stays within pages of any shape', async (t) => {
  for (const size of [A4, { width: 1123, height: 794 }, { width: 100, height: 2000 }]) {
    const target = createPdfTarget({ date: DATE, watermark: { text: 'TEST', fonts } })
    target.beginPage(size)
    target.endPage()
    const [content = ''] = pageContents(target.finish())
    const [cosine = 0, sine = 0] = (/q\n([-.\d ]+) cm/.exec(content)?.[1] ?? '').split(' ').map(Number)
    const [x = 0, y = 0] = (/1 0 0 -1 ([-.\d ]+) Tm/.exec(content)?.[1] ?? '').split(' ').map(Number)
    const width = 2 * (Math.abs(x * cosine) + Math.abs(y * sine))
    const height = 2 * (Math.abs(x * sine) + Math.abs(y * cosine))
    t.ok(width < size.width && height < size.height && (width > 0.8 * size.width || height > 0.8 * size.height))
  }
})

t.test('equal input gives equal bytes', async (t) => {
  t.same(Buffer.from(everything()).equals(everything()), true)
})

t.test('a document without pages or content is still a file', async (t) => {
  t.equal(pageContents(render(() => undefined)).length, 1)
})

t.test('qpdf finds no fault', async (t) => {
  const folder = mkdtempSync(join(tmpdir(), 'pdf-'))
  t.teardown(() => rmSync(folder, { recursive: true }))
  const many = render((target) => {
    for (let i = 0; i < 300; i++) target.link({ x: 0, y: i, width: 1, height: 1 }, `https://example.com/${i}`)
  })
  for (const [name, pdf] of Object.entries({ everything: everything(), many })) {
    const file = join(folder, `${name}.pdf`)
    writeFileSync(file, pdf)
    const tool = runTool('qpdf', ['--check', file], Buffer.alloc(0))
    if (tool) t.equal(tool.status, 0, tool.output)
  }
})

t.test('a drawing within a drawing has a name of its own', async (t) => {
  const bounds = { x: 0, y: 0, width: 10, height: 10 }
  const file = render((target) => {
    const inner = () => target.drawForm('inner', bounds, () => target.fillRect(bounds, BLACK))
    target.drawForm('outer', bounds, inner)
    inner()
  })
  const [content = ''] = pageContents(file)
  const names = content.match(/\/V\d+ Do/g) ?? []
  t.equal(names.length, 2)
  t.equal(new Set(names).size, 2, `${names}`)
})

t.test('a line of words without gaps is written in strings that archives may have', async (t) => {
  const [word] = shape('words', 16).words
  if (!word) throw new Error('a word expected')
  const advance = (wordOperand(word).advance * 16) / 1000
  const words = new Array<ShapedWord>(8_000).fill(word)
  const positions = words.map((_, index) => index * advance)
  const [content = ''] = pageContents(render((target) => target.showText({ ...run('x'), words, positions })))
  const lengths = (content.match(/\((?:\\.|[^\\)])*\)/gs) ?? []).map((string) => string.length - 2)
  t.ok(Math.max(...lengths) <= 32_767, `${Math.max(...lengths)} bytes`)
  t.equal(
    lengths.reduce((sum, length) => sum + length, 0),
    80_000,
  )
})
