import t from 'tap'
import { compileTemplate, createFontLibrary, formatDiagnostic } from '../../../engine/index.js'

const fonts = createFontLibrary()

function problems(html: string): readonly string[] {
  return compileTemplate({ html, name: 't.html' }, { fonts }).diagnostics.map(formatDiagnostic)
}

t.test('a family that no font has is reported where it is asked for, with the nearest one', async (t) => {
  t.strictSame(problems('<style>\np { font-family: Montserrat, sans-serif }\n</style><p>x'), [
    't.html:2:5: warning: there is no font "Montserrat", another one takes its place: bring it with @font-face ' +
      '{ font-family: "Montserrat"; src: url(…) } [unknown-font-family]',
  ])
  t.strictSame(problems('<p style="font: 10pt Ariel">x'), [
    't.html:1:1: warning: there is no font "Ariel", another one takes its place (did you mean "Arial"?) [unknown-font-family]',
  ])
})

t.test('families that are there, or have one in their list that is, are no mistakes', async (t) => {
  const lists = [
    'Arial',
    'sans-serif',
    '"Segoe UI", "Helvetica Neue", Arial, sans-serif',
    '-apple-system, BlinkMacSystemFont, "Segoe UI", Roboto, sans-serif',
    '"Noto Sans Thai"',
    'inherit',
    'var(--font)',
  ]
  for (const list of lists) t.strictSame(problems(`<style>p { font-family: ${list} }</style><p>x`), [], list)
})

t.test('those of pages and their margin boxes are reported as well', async (t) => {
  const found = problems(
    '<style>@page { font-family: Futura; @top-left { content: "x"; font-family: Didot } }</style>x',
  )
  t.match(found, [/no font "Futura"/, /no font "Didot"/])
})
