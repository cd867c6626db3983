import t from 'tap'
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

t.test('upright letters are reported, rotated ones are what there is', async (t) => {
  t.same(diagnosticsOf('<p style="writing-mode: vertical-rl; text-orientation: sideways">x'), [])
  t.match(diagnosticsOf('<p style="writing-mode: vertical-rl; text-orientation: upright">x'), [
    /text-orientation: upright/,
  ])
})

t.test('margin boxes and running elements stand upright in the margins', async (t) => {
  const html = `<style>@page { margin: 2cm; @left-middle { writing-mode: vertical-rl; content: "Spine" }
    @right-top { writing-mode: sideways-lr; content: element(side) } }</style>
    <div style="position: running(side)">Side <b>text</b></div><p>Text`
  t.same(diagnosticsOf(html), [])
})
