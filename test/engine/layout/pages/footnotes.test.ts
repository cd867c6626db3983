import t from 'tap'
import type { LaidOutPage } from '../../../../engine/layout/page.js'
import { type PlacedText, textsOf, wordsByPage } from '../lay-out.js'
import { layOutSmall, type WholeDocument } from '../lay-out-document.js'

/** Notes without edges: every line of them is 10 px high, as those of the text are. */
const BASE = `p { margin: 0 } .f { float: footnote } .n { break-before: page }
  ::footnote-call { font-size: 10px; vertical-align: baseline; line-height: 1 }
  @page { @footnote { margin: 0; border: 0; padding: 0 } }`

function layOut(css: string, body: string): WholeDocument {
  const whole = layOutSmall(`${BASE} ${css}`, body)
  t.strictSame(whole.diagnostics, [], 'no diagnostic')
  return whole
}

function notesOf(page: LaidOutPage): PlacedText[] {
  return page.notes ? textsOf({ ...page, content: page.notes }) : []
}

/** Each page as `words of the text | words of the notes @ top of the notes`. */
function pagesOf(css: string, body: string): string[] {
  const { pages } = layOut(css, body)
  return pages.map((page, index) => {
    const notes = notesOf(page)
    const words = notes.map(({ text }) => text.trim()).filter((text) => text !== '')
    const text = wordsByPage(pages)[index]
    return notes.length > 0 ? `${text} | ${words.join(' ')} @ ${page.notes?.y}` : `${text}`
  })
}

const lines = (count: number, from = 1): string =>
  Array.from({ length: count }, (_none, index) => `<p>L${from + index}</p>`).join('')

const note = (text: string): string => `<span class=f>${text}</span>`

t.test('a call stays in the text, its note goes to the foot of the page', async (t) => {
  t.strictSame(pagesOf('', `<p>ab${note('Note')} c</p><p class=n>d</p>`), [
    'ab 1  c | 1. Note @ 90'.replace('1  c', '1 c'),
    'd',
  ])
})

t.test('calls and markers are styled and counted', async (t) => {
  const css =
    '.f::footnote-call { content: "[" counter(footnote, lower-alpha) "]" } .f::footnote-marker { content: counter(footnote, lower-alpha) ") " }'
  t.strictSame(pagesOf(css, `<p>x${note('A')}</p><p>y${note('B')}</p>`), ['x [a] y [b] | a) A b) B @ 80'])
})

t.test('the text ends where its notes begin', async (t) => {
  const body = `<p>L1${note('A')}</p>${lines(11, 2)}`
  t.strictSame(pagesOf('', body), ['L1 1 L2 L3 L4 L5 L6 L7 L8 L9 | 1. A @ 90', 'L10 L11 L12'])
})

t.test('a line whose note has no room goes to the next page with it', async (t) => {
  const body = `${lines(9)}<p>L10${note('A')}</p>${lines(1, 11)}`
  t.strictSame(pagesOf('', body), ['L1 L2 L3 L4 L5 L6 L7 L8 L9', 'L10 1 L11 | 1. A @ 90'])
})

t.test('notes of positioned boxes stand where these would be in the flow', async (t) => {
  const css = '.a { position: absolute; left: 100px; top: 0 }'
  const box = `<div class=a>q${note('M')}</div>`
  t.strictSame(pagesOf(css, `${box}<p>x${note('N')}</p>`), ['x 2 q 1 | 1. M 2. N @ 80'])
  t.strictSame(
    pagesOf('.a { position: absolute }', `${lines(9)}<p>x${box.replaceAll('div', 'span')}</p>`),
    [lines(9).match(/L\d/g)?.join(' '), 'x q 1 | 1. M @ 90'],
    'a line with such a box needs room for the note',
  )
  const fixed = `<div style="position:fixed;left:100px;top:0">q${note('M')}</div>`
  t.strictSame(
    pagesOf('', `${fixed}<p>x</p><p class=n>y</p>`),
    ['x q 1 | 1. M @ 90', 'y q 1'],
    'those of fixed ones once, not on every page',
  )
  const table = `<table class=a><tr><td>q${note('M')}</table>`
  t.match(pagesOf(css, `${table}<p>x</p>`)[0], /M/, 'whatever the box is')
})

t.test('a note without a call that shows stands on the page of its place', async (t) => {
  const css = '::footnote-call { content: none }'
  t.strictSame(pagesOf(css, `<p>a${note('N')}</p>`), ['a | 1. N @ 90'], 'with nothing behind it')
  t.strictSame(pagesOf(css, `<p>a <b>b${note('N')}</b></p><p class=n>c</p>`), ['a b | 1. N @ 90', 'c'])
})

t.test('what overflows a box on the last page leaves their room to the notes', async (t) => {
  const page = (box: string) => pagesOf('', `<p>x${note('N')}</p>${box}`)
  const overflown = page(`<div style="height:30px">${lines(9)}</div>`)
  t.strictSame(overflown, [`x 1 ${[1, 2, 3, 4, 5, 6, 7, 8].map((n) => `L${n}`).join(' ')} | 1. N @ 90`, 'L9'])
  const clipped = `<p>x${note('N')}</p><div style="height:30px;overflow:hidden">${lines(9)}</div>`
  const { pages, diagnostics } = layOutSmall(BASE, clipped)
  t.equal(pages.length, 1, 'what does not show needs none')
  t.same(
    diagnostics.map(({ code }) => code),
    ['content-cut-off'],
  )
})

t.test('no page is empty before a float that is taller than a page leaves above its note', async (t) => {
  for (const style of ['', 'box-decoration-break:clone', 'box-decoration-break:clone;border:2px solid']) {
    for (const height of [15, 20, 25, 30]) {
      const float = `<div style="float:left;padding:5px;${style}">a${note('N')}<br>b</div>`
      const { pages } = layOutSmall(`${BASE} @page { size: 200px ${height}px }`, `${float}<p>z</p>`)
      const words = wordsByPage(pages)
      t.notOk(
        pages.some((page, index) => words[index] === '' && !page.notes),
        `${style} on ${height} px`,
      )
      t.same(words.flatMap((each) => each.split(' ').filter(Boolean)).sort(), ['1', 'a', 'b', 'z'])
    }
  }
})

t.test('a note that just fits stays', async (t) => {
  const body = `${lines(8)}<p>L9${note('A')}</p>${lines(1, 10)}`
  t.strictSame(pagesOf('', body), ['L1 L2 L3 L4 L5 L6 L7 L8 L9 1 | 1. A @ 90', 'L10'])
})

t.test('a note that is too long continues on the next page', async (t) => {
  const long = 'A<br>B<br>C<br>D<br>E<br>F'
  const body = `${lines(5)}<p>L6${note(long)}</p>${lines(4, 7)}`
  t.strictSame(pagesOf('', body), ['L1 L2 L3 L4 L5 L6 1 | 1. A B C D @ 60', 'L7 L8 L9 L10 | E F @ 80'])
})

t.test('its author may have it in one piece', async (t) => {
  const long = 'A<br>B<br>C<br>D<br>E<br>F'
  const body = `${lines(4)}<p>L5<br>L6${note(long)}</p>${lines(1, 7)}`
  t.strictSame(pagesOf('.f { footnote-policy: line }', body), ['L1 L2 L3 L4 L5', 'L6 1 L7 | 1. A B C D E F @ 40'])
  t.strictSame(pagesOf('.f { footnote-policy: block }', body), ['L1 L2 L3 L4', 'L5 L6 1 L7 | 1. A B C D E F @ 40'])
})

t.test('a note longer than pages continues page after page, with text beside it', async (t) => {
  const long = Array.from({ length: 24 }, (_none, index) => `N${index}`).join('<br>')
  const pages = layOut('', `<p>L1${note(long)}</p>${lines(12, 2)}`).pages
  t.strictSame(
    pages.flatMap((page) => notesOf(page).map(({ text }) => text.trim())).filter((text) => text.startsWith('N')),
    Array.from({ length: 24 }, (_none, index) => `N${index}`),
  )
  for (const text of wordsByPage(pages)) t.not(text, '', 'each page has text')
})

t.test('notes that are left when the text has ended have pages of their own', async (t) => {
  const long = Array.from({ length: 14 }, (_none, index) => `N${index}`).join('<br>')
  const pages = pagesOf('', `<p>L1${note(long)}</p>`)
  t.strictSame(pages, ['L1 1 | 1. N0 N1 N2 N3 N4 N5 N6 N7 N8 @ 10', ' | N9 N10 N11 N12 N13 @ 50'])
})

t.test('the area is styled by the page', async (t) => {
  const css = '@page { @footnote { margin: 5px 10px 0; border-top: 2px solid; padding-top: 3px } }'
  const { pages } = layOut(css, `<p>a${note('A')}</p>`)
  const [page] = pages
  t.match(page?.notes, { x: 10, y: 85, fragment: { width: 180, height: 15 } })
  t.strictSame(notesOf(page ?? (pages[0] as LaidOutPage)).map(({ x, y }) => [x, y])[0], [10, 90])
})

/** Lines that can be told from those of the flow. */
const letters = (count: number, name = 'a'): string =>
  Array.from({ length: count }, (_none, index) => `${name}${index + 1}`).join('<br>')

t.test('what stands beside a line that continues with its note has the rest of the page', async (t) => {
  const css = `.f { footnote-policy: line } table { border-spacing: 0 } td { padding: 0; vertical-align: top }
    .row { display: flex } .grid { display: grid; grid-template-columns: auto auto }`
  const text = `${lines(4)}<p>L5${note('A<br>B<br>C<br>D<br>E<br>F')}</p>`
  const long = `<div>${letters(12)}</div>`
  const pages = (body: string) => pagesOf(css, body).map((page) => page.split(' | ')[0])
  const beside = (name: string) => letters(12, name).replaceAll('<br>', ' ')
  const [ten, two] = [beside('a').slice(0, -8), 'a11 a12']
  t.strictSame(pages(`<div style="float:left;width:50px">${letters(12)}</div>${text}`), [
    `${ten} L1 L2 L3 L4`,
    `${two} L5 1`,
  ])
  t.strictSame(pages(`<table><tr><td>${long}<td>${text}</table>`), [`${ten} L1 L2 L3 L4`, `${two} L5 1`])
  t.strictSame(pages(`<div class=row>${long}<div>${text}</div></div>`), [`${ten} L1 L2 L3 L4`, `${two} L5 1`])
  t.strictSame(pages(`<div class=grid>${long}<div>${text}</div></div>`), [`${ten} L1 L2 L3 L4`, `${two} L5 1`])
})

t.test('a line that stands higher where its cell is broken takes its note along', async (t) => {
  const css = 'table { border-spacing: 0 } td { padding: 0; vertical-align: bottom } .f { footnote-policy: line }'
  const cells = `<td>L1<br>L2${note('A<br>B<br>C')}<td>${letters(9)}`
  t.strictSame(pagesOf(css, `<table><tr>${cells}</table>`), ['L1 a1 a2 a3 a4 a5 a6 a7 a8 a9', 'L2 1 | 1. A B C @ 70'])
})

t.test('notes of what repeats with a table', async (t) => {
  const css = 'table { border-spacing: 0 } td, th { padding: 0 }'
  const rows = (count: number) => Array.from({ length: count }, (_none, index) => `<tr><td>r${index}</tr>`).join('')
  const foot = `<table>${rows(10)}<tfoot><tr><td>F${note('A')}</tfoot></table>`
  t.strictSame(
    pagesOf(css, foot),
    ['r0 r1 r2 r3 r4 r5 r6 r7 F 1 | 1. A @ 90', 'r8 r9 F 1'],
    'the footer stands where the rows end',
  )
  const head = `<table><thead><tr><th>H${note('A<br>B')}</thead>${rows(2)}</table>`
  t.strictSame(
    pagesOf(`${css} .f { footnote-policy: line }`, `${lines(8)}${head}`),
    ['L1 L2 L3 L4 L5 L6 L7 L8', 'H 1 r0 r1 | 1. A B @ 80'],
    'a table does not begin without its header',
  )
})

t.test('columns end where their notes begin, and continue with a line whose note has no room', async (t) => {
  const text = (called: number, text: string) =>
    Array.from({ length: 20 }, (_none, index) => `<p>L${index + 1}${index + 1 === called ? note(text) : ''}</p>`).join(
      '',
    )
  const pages = (called: number, text_: string) =>
    pagesOf('.f { footnote-policy: line }', `<div style="columns:2">${text(called, text_)}</div>`)
  const from = (first: number, last: number) =>
    Array.from({ length: last - first + 1 }, (_none, index) => `L${first + index}`).join(' ')
  t.strictSame(pages(15, 'A<br>B'), [`${from(1, 15)} 1 L16 | 1. A B @ 80`, from(17, 20)])
  t.strictSame(pages(15, 'A<br>B<br>C'), [from(1, 14), `L15 1 ${from(16, 20)} | 1. A B C @ 70`])
  t.strictSame(pages(5, 'A<br>B<br>C'), [`${from(1, 5)} 1 ${from(6, 14)} | 1. A B C @ 70`, from(15, 20)])
})

t.test('a line whose note has no room, wherever it stands', async (t) => {
  const css = `table { border-spacing: 0 } td, th { padding: 0 } .f { footnote-policy: line } fieldset, legend { margin: 0; padding: 0; border: 0 }
    .row { display: flex; position: relative } .grid { display: grid; position: relative }
    .a { position: absolute } .k { break-inside: avoid } .h { height: 10px; overflow: hidden }`
  const called = `x${note('A<br>B')}`
  const cases = {
    'a row': `<table><tr><td>${called}</table>`,
    'a caption': `<table><caption>${called}</caption><tr><td>y</table>`,
    'a legend': `<fieldset><legend>${called}</legend></fieldset>`,
    'an item of a row': `<div class=row><div>${called}</div></div>`,
    'an item of a grid': `<div class=grid><div>${called}</div></div>`,
    'an item of a grid in one piece': `<div class=grid><div class=k>${called}</div></div>`,
    'an inline-block': `<p><span style="display:inline-block">${called}</span></p>`,
    'a float': `<div style="float:left">${called}</div>`,
    'a box that clips': `<div class=h>${called}</div>`,
    'a box in one piece': `<div class=k>${called}</div>`,
    'columns of a height': `<div style="columns:2;height:10px">${called}</div>`,
    'a positioned box': `<div class=a>${called}</div>`,
    'a positioned box in a row': `<div class=row><div class=a>${called}</div></div>`,
    'a positioned box in a grid': `<div class=grid><div class=a>${called}</div></div>`,
  }
  for (const [name, box] of Object.entries(cases)) {
    const [first, second, ...more] = pagesOf(css, `${lines(9)}${box}`)
    t.equal(first, 'L1 L2 L3 L4 L5 L6 L7 L8 L9', name)
    t.match(second, /^x 1( y)? \| 1\. A B @ 80$/, name)
    t.strictSame(more, [], name)
  }
})

t.test('notes in tables, lists and boxes that are not broken', async (t) => {
  const css = 'table { border-spacing: 0 } td { padding: 0 } .k { break-inside: avoid }'
  const rows = Array.from(
    { length: 11 },
    (_none, index) => `<tr><td>r${index}${index === 2 ? note('A') : ''}</tr>`,
  ).join('')
  t.strictSame(pagesOf(css, `<table>${rows}</table>`), ['r0 r1 r2 1 r3 r4 r5 r6 r7 r8 | 1. A @ 90', 'r9 r10'])
  const kept = `${lines(7)}<div class=k><p>k1${note('A')}</p><p>k2</p><p>k3</p></div>`
  t.strictSame(pagesOf(css, kept), ['L1 L2 L3 L4 L5 L6 L7', 'k1 1 k2 k3 | 1. A @ 90'])
})

t.test('a note in a repeated table header stands once', async (t) => {
  const css = 'table { border-spacing: 0 } td, th { padding: 0 }'
  const rows = Array.from({ length: 10 }, (_none, index) => `<tr><td>r${index}</tr>`).join('')
  const pages = pagesOf(css, `<table><thead><tr><th>H${note('A')}</thead>${rows}</table>`)
  t.strictSame(pages, ['H 1 r0 r1 r2 r3 r4 r5 r6 r7 | 1. A @ 90', 'H 1 r8 r9'])
})

t.test('notes stand in lines of their own, in one, or as many as fit', async (t) => {
  const body = `<p>a${note('A')}${note('B')}</p><p>b${note('CCCCCCCC')}</p>`
  const tops = (css: string) => {
    const [page] = layOut(css, body).pages
    return page ? [...new Set(notesOf(page).map(({ y }) => y))] : []
  }
  t.strictSame(tops(''), [70, 80, 90])
  t.strictSame(tops('.f { footnote-display: inline }'), [80, 90], 'which wraps as text does')
  t.strictSame(tops('.f { footnote-display: compact }'), [80, 90])
  t.strictSame(pagesOf('.f { footnote-display: compact }', body), [
    'a 1 2 b 3 | 1. A   2. B 3. CCCCCCCC @ 80'.replace('A   2', 'A 2'),
  ])
})

t.test('notes stand in the order of their numbers, wherever their calls do', async (t) => {
  const css = `table { border-spacing: 0 } td { padding: 0; vertical-align: top } .row { display: flex }
    .float { float: left; width: 100px }`
  const notes = (body: string) => pagesOf(css, body).map((page) => page.split(' | ')[1])
  const [low, high] = [`a<br>b${note('A')}`, `c${note('B')}`]
  t.strictSame(notes(`<table><tr><td>${low}<td>${high}</table>`), ['1. A 2. B @ 80'])
  t.strictSame(notes(`<div class=row><p>${low}</p><p>${high}</p></div>`), ['1. A 2. B @ 80'])
  t.strictSame(notes(`<div class=float>${low}</div><p>${high}</p>`), ['1. A 2. B @ 80'])
  const text = lines(2)
  const positioned = `<div style="position:absolute">p${note('P')}</div>`
  t.strictSame(notes(`<p>${low}</p>${positioned}${text}<p>${high}</p>`), ['1. A 2. P 3. B @ 70'])
  const long = `a<br>b${note('A<br>B<br>C<br>D<br>E<br>F<br>G<br>H')}`
  t.strictSame(
    notes(`<table><tr><td>${long}<td>${high}</table>`),
    ['2. B 1. A B C D E F G @ 20', 'H @ 90'],
    'but for one that a page cannot hold whole, which comes last',
  )
})

t.test('notes of pages of different names stand on one page', async (t) => {
  const css = '.a { page: a } .b { page: b }'
  const long = note('A<br>B<br>C<br>D')
  const body = `<div class=a>${lines(7)}<p>L8${long}</p></div><div class=b><p>x${note('N')}</p></div>`
  t.strictSame(pagesOf(css, body), ['L1 L2 L3 L4 L5 L6 L7 L8 1 | 1. A B @ 80', 'x 2 | C D 2. N @ 70'])
})

t.test('numbers begin anew on each page when the page says so', async (t) => {
  const css = '@page { counter-reset: footnote }'
  const body = `<p>a${note('A')}${note('B')}</p><p class=n>c${note('C')}</p>`
  t.strictSame(pagesOf(css, body), ['a 1 2 | 1. A 2. B @ 80', 'c 1 | 1. C @ 90'])
  t.equal(layOut(css, body).stats.layoutRounds, 1)
  const chapters = `<section>${body}</section><section style="counter-reset: footnote">${body}</section>`
  t.match(pagesOf('', chapters)[1], 'c 3 a 1 2 | 3. C 1. A 2. B')
})

t.test('a footnote within a footnote stays where it is', async (t) => {
  t.strictSame(pagesOf('', `<p>a<span class=f>A ${note('B')}</span></p>`), [
    'a 1 | 1. A 2. B @ 80'.replace('A 2. B @ 80', 'A 1. B @ 80'),
  ])
})

t.test('floats in a note continue with it', async (t) => {
  const float = '<div style="float:left;width:50px">F1<br>F2<br>F3<br>F4<br>F5<br>F6</div>'
  const { pages } = layOut('', `${lines(6)}<p>a</p><div class=f>${float}<p>N</p></div>${lines(4, 7)}`)
  const found = pages.flatMap((page) => notesOf(page).map(({ text }) => text.trim())).filter((text) => /^F/.test(text))
  t.strictSame(found, ['F1', 'F2', 'F3', 'F4', 'F5', 'F6'])
})

t.test('a page with notes is laid out twice at most', async (t) => {
  const body = Array.from(
    { length: 60 },
    (_none, index) => `<p>L${index}${index % 3 === 0 ? note(`N${index}`) : ''}</p>`,
  )
  const { pages, stats } = layOut('', body.join(''))
  t.ok(stats.reruns <= pages.length, `${stats.reruns} of ${pages.length} pages`)
})

/** A small generator of numbers that is the same on every run. */
function random(seed: number): (below: number) => number {
  let state = seed
  return (below) => {
    state = (state * 1103515245 + 12345) & 0x7fffffff
    return (state >> 8) % below
  }
}

t.test('a page is not cut to the empty height above its first call', async (t) => {
  const text = `1<br>2<br>3<br>4${note('N<br>O<br>P')}<br>5<br>6<br>7<br>8`
  const items = `<div>x</div><p style="box-decoration-break:clone;padding:3px">${text}</p>`
  const grid = `<div style="display:grid;grid-template-columns:auto auto">${items}</div>`
  t.strictSame(pagesOf('@page { size: 200px 40px }', grid), ['x 1 2 3', '4 1 5 6', '7 | 1. N O @ 20', '8 | P @ 30'])
})

t.test('random documents: every note stands once, in order, and none is before its call', async (t) => {
  for (let seed = 1; seed <= 150; seed++) {
    const next = random(seed)
    let body = ''
    const notes = 1 + next(12)
    for (let index = 0; index < notes; index++) {
      const length = next(5) === 0 ? next(25) + 1 : next(4) + 1
      const text = Array.from({ length }, (_none, line) => `N${index}.${line}`).join('<br>')
      const policy = ['auto', 'line', 'block'][next(3)]
      const kept = next(4) === 0 ? ' style="break-inside:avoid"' : ''
      body += `<div${kept}>${lines(next(4))}<p>C${index}<span class=f style="footnote-policy:${policy}">${text}</span></p></div>${lines(next(6))}`
    }
    const { pages } = layOut(`@page { size: 200px ${60 + next(8) * 10}px }`, body)
    const placed = pages.flatMap((page, number) => notesOf(page).map(({ text }) => ({ text: text.trim(), number })))
    const found = placed.filter(({ text }) => text.startsWith('N'))
    const expected = [...body.matchAll(/N\d+\.\d+/g)].map(([text]) => text)
    t.strictSame(
      found.map(({ text }) => text),
      expected,
      `seed ${seed}: notes in order`,
    )
    const calls = pages.flatMap((page, number) => textsOf(page).map(({ text }) => ({ text, number })))
    for (const { text, number } of calls) {
      const first = text.startsWith('C') ? found.find((other) => other.text === `N${text.slice(1)}.0`) : undefined
      if (first && first.number < number) t.fail(`seed ${seed}: note of ${text} on page ${first.number}`)
    }
    for (const [index, page] of pages.entries()) {
      const bottom = Math.max(0, ...textsOf(page).map(({ y, height }) => y + height))
      if (page.notes && bottom > page.notes.y) t.fail(`seed ${seed}: text on notes on page ${index + 1}`)
      if (page.notes && bottomOf(page.notes) > page.style.size.height) t.fail(`seed ${seed}: too low`)
    }
  }
})

function bottomOf({ y, fragment }: NonNullable<LaidOutPage['notes']>): number {
  return fragment.kind === 'box' ? y + fragment.height : y
}

t.test('notes beyond the greatest height of their area continue, also where no content follows', async (t) => {
  const limited = '@page { @footnote { max-height: 20px } } .f { orphans: 1; widows: 1 }'
  t.strictSame(pagesOf(limited, `<p>ab${note('N1<br>N2<br>N3<br>N4<br>N5')}</p>`), [
    'ab 1 | 1. N1 N2 @ 80',
    ' | N3 N4 @ 80',
    ' | N5 @ 90',
  ])
})

t.test('an area whose notes continue is as high as what it holds', async (t) => {
  const limited = '@page { @footnote { max-height: 55px } } .f { orphans: 1; widows: 1 }'
  t.strictSame(
    pagesOf(limited, `<p>ab${note('N1<br>N2<br>N3<br>N4<br>N5<br>N6')}</p>`),
    ['ab 1 | 1. N1 N2 N3 N4 N5 @ 50', ' | N6 @ 90'],
    'within a note',
  )
  t.strictSame(
    pagesOf(`${limited} .f { break-inside: avoid }`, `<p>ab${note('N1')}${note('N2<br>N3<br>N4<br>N5<br>N6')}</p>`),
    ['ab 1 2 | 1. N1 @ 90', ' | 2. N2 N3 N4 N5 N6 @ 50'],
    'between notes',
  )
})

t.test('what is positioned in a note stands in it', async (t) => {
  const { pages } = layOut(
    '.f { position: relative } .a { position: absolute; top: 0; right: 0 }',
    `<p>ab${note('N1 <b class=a>X</b> N2')}</p>`,
  )
  const texts = pages.flatMap(notesOf).map(({ text, x, y }) => `${text.trim()} ${x},${y}`)
  t.ok(texts.includes('X 190,90'), texts.join(' | '))
})

t.test('the footnote area contains what is positioned in its notes, on each page where they stand', async (t) => {
  const css = '.a { position: absolute; top: 0; right: 0 }'
  const { pages } = layOut(
    `${css} section { position: relative }`,
    `<section><p>ab${note('N1 <b class=a>X</b> N2')}</p><p class=n>cd${note('N3 <b class=a>Y</b>')}</p></section>`,
  )
  const right = pages.map((page) =>
    notesOf(page)
      .filter(({ x }) => x === 190)
      .map(({ text, y }) => `${text} ${y}`),
  )
  t.strictSame(right, [['X 90'], ['Y 90']])
})

t.test('what is positioned in a note where it would stand below the page stays there and makes no page', async (t) => {
  for (const style of ['left: 40px', 'left: 40px; top: 0; height: 30px']) {
    const { pages } = layOut(
      `@page { margin-bottom: 20px } .a { position: absolute; display: block; ${style} }`,
      `<p>ab${note('N1<b class=a>X</b>')}</p>`,
    )
    t.strictSame(
      pages.map((page) =>
        notesOf(page)
          .map(({ text, x }) => `${text.trim()} ${x}`)
          .at(-1),
      ),
      ['X 40'],
      style,
    )
  }
})

t.test(
  'an area whose notes continue because of its max-height leaves the text the room that they do not take',
  async (t) => {
    const text = `<p>a${note('N1')}${note('N2')}</p>${lines(8)}`
    const limited = (height: number) => pagesOf(`@page { @footnote { max-height: ${height}px } }`, text)
    t.strictSame(limited(15)[0], 'a 1 2 L1 L2 L3 L4 L5 L6 L7 L8 | 1. N1 @ 90', 'a line and a half')
    t.strictSame(limited(10)[0], 'a 1 2 L1 L2 L3 L4 L5 L6 L7 L8 | 1. N1 @ 90')
    t.strictSame(limited(20)[0], 'a 1 2 L1 L2 L3 L4 L5 L6 L7 | 1. N1 2. N2 @ 80')
  },
)
