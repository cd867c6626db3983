import t, { type Test } from 'tap'
import { dumpDocument } from '../../engine/dump/dump-document.js'
import { compileTemplate, createFontLibrary, renderDocument } from '../../engine/index.js'
import { runTool } from '../engine/pdf/pdf-tools.js'
import { pageContents } from '../engine/pdf/read-pdf.js'

const fonts = createFontLibrary()

function rendered(t: Test, body: string, data = {}): Uint8Array {
  const html = `<!doctype html><style>@page { size: 600px 200px; margin: 0 }</style>${body}`
  const { pdf, diagnostics } = renderDocument(compileTemplate({ html }, { fonts }), data)
  t.strictSame(diagnostics, [])
  return pdf
}

/** The text of the page as a reader extracts it, blanks joined; undefined without the tool. */
function textOf(t: Test, body: string, data?: object): string | undefined {
  return runTool('pdftotext', ['-', '-'], rendered(t, body, data))
    ?.output.replace(/\s+/g, ' ')
    .trim()
}

t.test('controls show their values as text', async (t) => {
  const cases: readonly (readonly [body: string, text: string])[] = [
    ['<input value="Ada">', 'Ada'],
    ['<input value="{{name}}">', 'Grace'],
    ['<input placeholder="your name">', 'your name'],
    ['<input placeholder="your name" value="Ada">', 'Ada'],
    ['<input type="password" value="secret"> x', '•••••• x'],
    ['<input type="file"> x', 'Choose File No file chosen x'],
    ['<input type="file" multiple> x', 'Choose Files No file chosen x'],
    ['<input type="color" value="#ff0000"><input type="range" value="3"> x', 'x'],
    ['<input type="unknown" value="Ada">', 'Ada'],
    ['<input type="hidden" value="secret"> x', 'x'],
    ['<button>Send</button>', 'Send'],
    ['<input type="submit" value="Order now">', 'Order now'],
    ['<textarea>One\ntwo</textarea>', 'One two'],
    ['<select><option>One<option selected>Two<option>Three</select>', 'Two'],
    ['<select><option>One<option>Two</select>', 'One'],
    ['<select><optgroup label="Group"><option>One<option>Two</optgroup></select>', 'One'],
    ['<select multiple><option>One<option>Two</select>', 'One Two'],
    ['<select size="3"><optgroup label="Group"><option>One<option selected>Two</optgroup></select>', 'Group One Two'],
    ['<select size="1"><option>One<option>Two</select>', 'One'],
    ['<input type="button"> x', 'x'],
    ['<input value="Ada" style="display: contents"> x', 'x'],
    ['<textarea style="display: contents">One</textarea> x', 'x'],
    ['<select style="display: contents"><option>One</select> x', 'x'],
    ['<button style="display: contents">Send</button> x', 'Send x'],
    ['<progress value=".5">half</progress> <meter value="1">full</meter> x', 'x'],
  ]
  for (const [body, text] of cases) {
    const found = textOf(t, body, { name: 'Grace' })
    if (found !== undefined) t.equal(found, text, body)
  }
})

t.test('dates and times are shown in the language around them', async (t) => {
  const cases: readonly (readonly [body: string, text: string])[] = [
    ['<input type="date" value="2026-01-31">', '01/31/2026'],
    ['<p lang="de"><input type="date" value="2026-01-31">', '31.01.2026'],
    ['<p lang="de"><span lang="en-GB"><input type="DATE" value=" 2026-01-31 "></span>', '31/01/2026'],
    ['<p lang=""><input type="date" value="2026-01-31">', '01/31/2026'],
    ['<p lang="fr"><input type="month" value="2026-11">', 'novembre 2026'],
    ['<input type="time" value="22:05">', '10:05 PM'],
    ['<p lang="de"><input type="time" value="22:05:30">', '22:05:30'],
    ['<p lang="de"><input type="datetime-local" value="2026-01-31T09:05">', '31.01.2026, 09:05'],
    ['<input type="week" value="2026-W05">', 'Week 05, 2026'],
    ['<p lang="de"><input type="week" value=" 2026-W05 ">', 'Woche 05, 2026'],
    ['<input type="week" value="2026-W54">', '2026-W54'],
    ['<input type="date" value="end of May">', 'end of May'],
    ['<input type="date" value="2026-02-30">', '2026-02-30'],
    ['<input type="date"> x', 'x'],
    ['<input value="2026-01-31">', '2026-01-31'],
  ]
  for (const [body, text] of cases) {
    const found = textOf(t, body)
    if (found !== undefined) t.equal(found, text, body)
  }
})

t.test('closed details show their summary only', async (t) => {
  const found = (open: string) => textOf(t, `<details ${open}><summary>More</summary>text <p>paragraph</p></details>`)
  t.notMatch(found('') ?? '', /text|paragraph/)
  t.match(found('open') ?? 'text paragraph', /text paragraph/)
})

t.test('what a control draws itself stays where borders and backgrounds are reset', async (t) => {
  const reset = '<style>*, *::before { border: 0 !important; background: none !important }</style>'
  const [checked = ''] = pageContents(rendered(t, `${reset}<input type="checkbox" checked>`))
  const [empty = ''] = pageContents(rendered(t, `${reset}<input type="checkbox">`))
  t.match(checked, /0 \.4588\d* 1 rg/, 'the box is filled with the accent colour')
  t.match(empty, /\.4627 g\n/, 'the box has its border')
})

t.test('bars are filled as far as their values say', async (t) => {
  const styled = '<style>progress { width: 200px; height: 10px; border-radius: 0 }</style>'
  const [content = ''] = pageContents(rendered(t, `${styled}<progress max="40" value="10"></progress>`))
  t.match(content, / 50 10 re/, 'a quarter')
})

/** The calls that paint a body. */
function painted(body: string): string[] {
  const html = `<!doctype html><style>@page { size: 600px 200px; margin: 0 } body { margin: 0 }</style>${body}`
  return dumpDocument(compileTemplate({ html }, { fonts }), {}, 'paint')
    .split('\n')
    .map((call) => call.trim())
}

t.test('a select stands on the line by the option that it shows, however many there are', async (t) => {
  const baselines = (options: string) => {
    const texts = painted(`a <select>${options}</select>`).filter((call) => /^text .*"(?:a |One|Two)"$/.test(call))
    return texts.map((call) => / at [\d.]+,([\d.]+) /.exec(call)?.[1])
  }
  const [label, shown] = baselines('<option>One')
  t.equal(label, shown)
  t.same(baselines('<option>One<option>Two<option>Three'), [label, shown])
  t.same(baselines('<option>Zero<option>One<option selected>Two<option>Three'), [label, shown])
  t.same(baselines('<optgroup label="g"><option>One<option>x</optgroup>'), [label, shown])
})

t.test('disabled boxes are gray, also when they are checked', async (t) => {
  const colors = (attributes: string) =>
    painted(`<input ${attributes}>`)
      .map((call) => /^(?:fill|stroke|gradient) (#[\da-f]{6})/.exec(call)?.[1])
      .filter((color) => color !== undefined)
  t.ok(colors('type=checkbox checked').includes('#0075ff'))
  t.same(
    [...new Set(colors('type=checkbox checked disabled'))].sort((a, b) => (a < b ? -1 : 1)),
    ['#d0d0d0', '#ececec'],
  )
  t.ok(colors('type=checkbox disabled').includes('#f8f8f8'))
  t.notOk(painted('<input type=radio checked disabled>').join().includes('#0075ff'))
})

t.test('a list box has the room for a scroll bar that browsers print, and shows as many rows as it says', async (t) => {
  const html =
    '<!doctype html><style>@page { size: 300px 200px; margin: 0 }</style><select size=3><option>Apple</select>'
  const { map } = renderDocument(compileTemplate({ html }, { fonts }), {}, { map: true })
  const [list, option] = ['select', 'option'].map((name) => map?.[0]?.boxes.find((box) => box.element === name))
  t.equal(((list?.width ?? 0) - (option?.width ?? 0)) / 0.75, 15 + 2)
  t.ok(Math.abs((list?.height ?? 0) / 0.75 - (3 * 17 + 2)) < 0.1)
})

/** Where texts begin, in px. */
function startsOf(body: string): readonly number[] {
  return painted(body).flatMap((call) => {
    const at = /^text .* at ([\d.]+),[\d.]+ "/.exec(call)?.[1]
    return at === undefined ? [] : Math.round(Number(at) * 10) / 10
  })
}

t.test('the text of a field is aligned as browsers align it', async (t) => {
  const field = (style: string, rest = 'value=abc') =>
    `<input ${rest} style="display:block;font:13.3333px Arial;${style}">`
  const cases: readonly (readonly [body: string, starts: readonly number[]])[] = [
    [field(''), [4]],
    [field('text-align:right'), [159.5]],
    [field('text-align:center;width:100%'), [293.3]],
    [field('', 'value=abc dir=rtl'), [159.5]],
    [field('text-align:right', 'value="abc "'), [155.8]],
    [field('text-align:right', 'type=number value=12'), [151.2]],
    [field('text-align:right;appearance:textfield', 'type=number value=12'), [166.2]],
    [field('text-align:right', 'placeholder=abc'), [159.5]],
  ]
  for (const [body, starts] of cases) t.same(startsOf(body), starts, body)
  const row = '<input value=abc style="text-align:right;flex:1"><input value=def style="text-align:center;width:50px">'
  t.same(startsOf(`<div style="display:flex;width:400px">${row}</div>`), [316.5, 361.7])
  const days = '<style>::-webkit-inner-spin-button { appearance: none }</style>'
  t.same(startsOf(`${days}${field('text-align:right', 'type=number value=12')}`), [166.2])
})

t.test('a placeholder has the style of its pseudo-element', async (t) => {
  const lime = (css: string) => painted(`<style>${css}</style><input placeholder=x><textarea placeholder=y></textarea>`)
  t.equal(lime('::placeholder { color: lime }').filter((call) => /#00ff00.*"[ xy]+"/.test(call)).length, 2)
  t.equal(lime('::-webkit-input-placeholder { color: lime }').filter((call) => /#00ff00/.test(call)).length, 2)
})

t.test('an input of an image shows it, or its text', async (t) => {
  const svg =
    "data:image/svg+xml,<svg xmlns='http://www.w3.org/2000/svg' width='40' height='20'><rect width='40' height='20' fill='lime'/></svg>"
  t.match(painted(`<input type=image src="${svg}" alt=Go>`).join(), /#00ff00/)
  t.match(painted('<input type=image src="none.png" alt=Go>').join(), /"Go"/)
  t.match(painted('<input type=image src="none.png">').join(), /"Submit"/)
})

t.test('a colour field shows its colour, black where it has none', async (t) => {
  t.match(painted('<input type=color value="#ff0000">').join(), /#ff0000/)
  t.match(painted('<input type=color value="red">').join(), /fill #000000/)
})
