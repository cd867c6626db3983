import t from 'tap'
import { gatherDiagnostics } from '../../../engine/base/diagnostics.js'
import { compileTemplate, createFontLibrary } from '../../../engine/index.js'

const fonts = createFontLibrary()

function problems(css: string, body: string, assets?: ReadonlyMap<string, Uint8Array>): readonly string[] {
  const head = assets ? '<link rel=stylesheet href=a.css>' : `<style>${css}</style>`
  const html = `<!doctype html>${head}${body}`
  const { diagnostics } = compileTemplate({ html, ...(assets && { assets }) }, { fonts })
  return gatherDiagnostics(diagnostics).map(({ message }) => message)
}

const RANGE = '<input type=range>'
const THUMB = '"::-moz-range-thumb" is known to one browser only: write "::-webkit-slider-thumb" as well'
const DATES = 'the parts of dates, such as "::-webkit-datetime-edit", have no style of their own'

t.test(
  'a part of a control that is known to one browser only is named, unless the sheet has its other name',
  async (t) => {
    const thumb = 'input::-moz-range-thumb { color: red }'
    t.same(problems(thumb, RANGE), [THUMB])
    t.same(problems(`${thumb} ${thumb}`, RANGE), [`${THUMB}, 2 times in this file`])
    t.same(problems(`${thumb} input::-webkit-slider-thumb { color: red }`, RANGE), [])
    t.same(problems(`@media screen { ${thumb} }`, RANGE), [])
    t.same(problems('p::-moz-focus-inner, p::-moz-selection { color: red }', '<p>x'), [])
  },
)

t.test('the parts of dates that have no style are named where there are dates', async (t) => {
  const css = '::-webkit-datetime-edit-year-field { color: red }'
  const assets = new Map([['a.css', new TextEncoder().encode(css)]])
  t.same(problems(css, '<input type=date>'), [DATES])
  t.same(problems('', '<input type=date>', assets), [DATES])
  t.same(problems('', '<input>', assets), [], 'a sheet of which the template uses a part')
  const fields = ['text', 'year-field', 'month-field'].map((name) => `::-webkit-datetime-edit-${name}`)
  t.same(problems(`${fields} { padding: 0 }`, '<input type=date>'), [DATES], 'one line for all parts of a rule')
  const twice = `${fields[0]} { color: red } ${fields[1]} { color: red }`
  t.same(problems(twice, '<input type=date>'), [`${DATES}, 2 times in this file`])
})

t.test('states of parts of controls are those of screens', async (t) => {
  t.same(problems('input::file-selector-button:is(:hover, :focus), ::placeholder:focus, p { color: red }', '<p>x'), [])
})

t.test('the looks that authors build on are named', async (t) => {
  t.match(problems('select { appearance: base-select }', '<select></select>'), [/an appearance that authors build on/])
})

t.test('spellings of one browser beside one that counts are no loss', async (t) => {
  t.same(problems('p { -webkit-appearance: none; -moz-appearance: none }', '<p>x'), [])
  t.same(problems('p { -webkit-margin-end: 1px; margin-inline-end: 1px }', '<p>x'), [])
  t.same(problems('p { -moz-appearance: none }', '<p>x'), ['use "appearance" instead of "-moz-appearance"'])
})
