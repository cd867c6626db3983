import t from 'tap'
import { dumpDocument } from '../../../../engine/dump/dump-document.js'
import { compileTemplate, createFontLibrary, renderDocument } from '../../../../engine/index.js'
import { compileSmall, layOut, wordsByPage } from '../lay-out.js'

const fonts = createFontLibrary()

function diagnosticsOf(html: string): string[] {
  const template = compileTemplate({ html }, { fonts })
  const { diagnostics } = renderDocument(template, {})
  return diagnostics.map(({ code, message }) => `${code}: ${message}`)
}

t.test('content whose lines run down is not broken: all of it continues on the next page', async (t) => {
  const css = '.v { writing-mode: vertical-rl } .space { height: 60px }'
  const { pages, diagnostics } = layOut(compileSmall(css, '<div class="space">a</div><div class="v">upright</div>z'))
  t.same(wordsByPage(pages), ['a', 'upright z'])
  t.same(diagnostics, [])
})

t.test('a row whose cells are turned continues whole on the next page, and heads with such cells repeat', async (t) => {
  const css = 'table { border-spacing: 0 } td, th { padding: 0 } .v { writing-mode: vertical-rl }'
  const rows = ['a', 'b', 'c', 'd', 'e', 'f', 'g', 'h'].map((name) => `<tr><td>${name}</td></tr>`).join('')
  const body = `<table><thead><tr><th class="v">head</th></tr></thead>${rows}</table>`
  const { pages, diagnostics } = layOut(compileSmall(css, body))
  t.same(wordsByPage(pages), ['head a b c d e f', 'head g h'])
  t.same(diagnostics, [])
})

t.test('lines that run down are no longer than a page', async (t) => {
  const css = '.v { writing-mode: vertical-rl }'
  const { pages, diagnostics } = layOut(
    compileSmall(css, '<div class="v">seven words that are one after another</div>'),
  )
  t.equal(pages.length, 1)
  t.same(diagnostics, [])
})

/** The texts of a paragraph in vertical lines as they are painted, each with the matrices around it. */
function turnedTexts(style: string, text: string): string[] {
  const html = `<!doctype html><style>@page { size: 200px; margin: 0 } body { margin: 0 }
    p { margin: 0; font: 16px/20px "Liberation Sans"; ${style} }</style><p>${text}`
  const texts: string[] = []
  const open: string[] = []
  for (const line of dumpDocument(compileTemplate({ html }, { fonts }), {}, 'paint').split('\n')) {
    const call = line.trim()
    if (call === 'save') open.push('')
    else if (call === 'restore') open.pop()
    else if (call.startsWith('transform')) open[open.length - 1] += call.slice('transform'.length)
    else if (call.startsWith('text')) texts.push(`${/"(.*)"/.exec(call)?.[1]}${open.join(' |')}`)
  }
  return texts
}

t.test(
  'upright letters are turned back, each in the middle of its line, as far apart as their font is high',
  async (t) => {
    const upright = 'writing-mode: vertical-rl; text-orientation: upright'
    const letters = turnedTexts(upright, 'Iii')
    t.same(
      letters.map((letter) => letter.replace(/ [\d.]+ [\d.]+$/, '')),
      ['I 0 1 -1 0 20 -20 | 0 -1 1 0', 'i 0 1 -1 0 20 -20 | 0 -1 1 0', 'i 0 1 -1 0 20 -20 | 0 -1 1 0'],
    )
    const places = letters.map((letter) => letter.split(' ').slice(-2).map(Number))
    const along = places.map(([x = 0]) => Math.round(x))
    t.same(along, [34, 51, 68], 'baselines 17 px apart, the ascent of the font below the top of each place')
    const [capital = [], small = []] = places
    t.ok(Math.abs((capital[1] ?? 0) - 9.5 - 16 * 0.139) < 0.05, 'half the width of I beside the middle of the line')
    t.ok(Math.abs((small[1] ?? 0) - 9.5 - 16 * 0.111) < 0.05, 'half the width of i')
    t.equal(turnedTexts(`${upright}; letter-spacing: 3px`, 'ab')[1]?.split(' ').at(-2), '54')
    t.equal(turnedTexts(upright, 'Ve\u0301a').length, 3, 'marks stay with their letters')
  },
)

t.test('by default letters of East Asian scripts stand upright, all others are turned with their lines', async (t) => {
  const texts = (orientation: string) =>
    turnedTexts(`writing-mode: vertical-rl; text-orientation: ${orientation}`, 'ab日本「c').map(
      (text) => `${text[0]}${text.includes(' | 0 -1 1 0') ? ' upright' : ''}`,
    )
  t.same(texts('mixed'), ['a', '日 upright', '本 upright', '「 upright', 'c'])
  t.same(
    texts('sideways').filter((text) => text.endsWith('upright')),
    [],
  )
  t.equal(texts('upright').length, 6)
  t.same(turnedTexts('text-orientation: upright', 'ab').length, 1, 'of no effect in lines that run to the right')
  t.same(turnedTexts('writing-mode: sideways-rl; text-orientation: upright', 'ab').length, 1)
})

t.test('brackets take the form that fonts have for vertical lines', async (t) => {
  const glyph = (orientation: string) => {
    const html = `<p style="writing-mode: vertical-rl; text-orientation: ${orientation}">「`
    return renderDocument(compileTemplate({ html }, { fonts }), {}, { date: new Date(0) }).pdf
  }
  t.notSame(glyph('mixed'), glyph('sideways'))
  const [bracket] = turnedTexts('writing-mode: vertical-rl', '「')
  t.match(bracket, /^「/, 'and are read as what they are')
})

t.test('no orientation of letters is reported', async (t) => {
  for (const orientation of ['mixed', 'sideways', 'upright'])
    t.same(diagnosticsOf(`<p style="writing-mode: vertical-rl; text-orientation: ${orientation}">x`), [])
})

t.test('margin boxes and running elements stand upright in the margins', async (t) => {
  const html = `<style>@page { margin: 2cm; @left-middle { writing-mode: vertical-rl; content: "Spine" }
    @right-top { writing-mode: sideways-lr; content: element(side) } }</style>
    <div style="position: running(side)">Side <b>text</b></div><p>Text`
  t.same(diagnosticsOf(html), [])
})
