import t from 'tap'
import { compileTemplate, createFontLibrary, renderDocument } from '../../../engine/index.js'
import { compositeGlyphs, glyphOf, wholeFont } from '../../hostile/bombs/fonts.js'

const STYLE = '<style>@font-face { font-family: Own; src: url(own.ttf) } body { font-family: Own }</style>'

/** A template in a font in which the letter Ж is made of itself. */
function template(text: string, checkFonts?: boolean) {
  const assets = new Map([['own.ttf', compositeGlyphs(glyphOf('Ж'), 1, 1, glyphOf('Ж'))]])
  return compileTemplate({ html: `${STYLE}<p>${text}</p>`, assets }, { fonts: createFontLibrary(), checkFonts })
}

const codesOf = ({ diagnostics }: { readonly diagnostics: readonly { readonly code: string }[] }) =>
  diagnostics.map(({ code }) => code)

t.test('a font that is checked is read as a whole, also what the template itself does not show', async (t) => {
  t.same(codesOf(template('ABC', true)), ['damaged-font'])
  t.same(codesOf(template('ABC')), [])
})

t.test('damage that a document meets later costs it the font, with a diagnostic', async (t) => {
  t.same(codesOf(renderDocument(template('ABC'), {})), [])
  t.same(codesOf(renderDocument(template('{{name}}'), { name: 'ЖЖ' })), ['damaged-font'])
})

t.test('a font is found where the template is named by its whole path', async (t) => {
  const assets = new Map([['own.ttf', wholeFont()]])
  const source = { html: `${STYLE}<p>ABC</p>`, assets, name: 'templates/letter/template.html' }
  t.same(codesOf(compileTemplate(source, { fonts: createFontLibrary() })), [])
})
