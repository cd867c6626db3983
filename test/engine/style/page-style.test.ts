import t from 'tap'
import { h, StyleFixture } from './style-fixture.js'

const DEFAULT_MARGIN = 38.390625

function pages(css: string, html = {}) {
  const fixture = new StyleFixture(css, [h('p')], { html })
  const { styled } = fixture.document()
  t.strictSame(fixture.messages(), [], `${css}: no diagnostic`)
  return (number: number, name = '', blank = false) => styled.pageStyle({ number, name, blank, groupPage: number })
}

t.test('the initial page comes from the template, its margins are those of browsers', async (t) => {
  const page = pages('')(1)
  t.strictSame(page.size, { width: 800, height: 1000 })
  t.strictSame(page.margin, {
    top: DEFAULT_MARGIN,
    right: DEFAULT_MARGIN - 0.78125,
    bottom: DEFAULT_MARGIN,
    left: DEFAULT_MARGIN,
  })
  t.strictSame(page.padding, { top: 0, right: 0, bottom: 0, left: 0 })
  t.equal(page.marginBoxes.size, 0)
  t.equal(page.style.display, 'block')
})

t.test('page areas are as wide as whole px, for which the margin where lines end gives way', async (t) => {
  const areaOf = (css: string, direction = 'ltr') => {
    const { size, margin } = pages(`@page { ${css} } html { direction: ${direction} }`)(1)
    return [margin.left, size.width - margin.left - margin.right, margin.right]
  }
  t.same(areaOf('size: 100.25px 100px; margin: 10px'), [10, 81, 9.25])
  t.same(areaOf('size: 100.25px 100px; margin: 10px', 'rtl'), [9.25, 81, 10])
  t.same(areaOf('size: 100px 100.25px; margin: 10px'), [10, 80, 10])
  t.same(areaOf('size: 100px; margin: 10.5px'), [10.5, 79, 10.5])
  const edges = 'padding: 0 .25px; border: solid; border-width: 0 1px'
  t.same(areaOf(`size: 100px; margin: 0 10px; ${edges}`), [10, 80.5, 9.5], '78 px between the edges')
})

t.test('size takes names, orientations and lengths', async (t) => {
  const table: readonly (readonly [size: string, width: number, height: number])[] = [
    ['auto', 800, 1000],
    ['landscape', 1000, 800],
    ['portrait', 800, 1000],
    ['A5', 559.375, 793.703125],
    ['A5 landscape', 793.703125, 559.375],
    ['landscape letter', 1056, 816],
    ['100px 150px', 100, 150],
    ['1in', 96, 96],
    ['10em 20em', 160, 320],
    ['0px', 800, 1000],
  ]
  for (const [size, width, height] of table) {
    t.strictSame(pages(`@page { size: ${size} }`)(1).size, { width, height }, size)
  }
})

t.test('page selectors by specificity, then order', async (t) => {
  const css = `
    @page :first { margin-top: 1px } @page :left { margin-top: 2px } @page :right { margin-top: 3px }
    @page { margin: 9px } @page toc { margin-top: 4px } @page toc:first { margin-top: 5px }
    @page :blank { margin-top: 6px } @page :nth(4n) { margin-top: 7px } @page a, b:left { margin-top: 8px }`
  const page = pages(css)
  const table: readonly (readonly [number: number, name: string, blank: boolean, top: number])[] = [
    [1, '', false, 1],
    [2, '', false, 2],
    [3, '', false, 3],
    [4, '', false, 7],
    [2, 'toc', false, 4],
    [1, 'toc', false, 5],
    [2, '', true, 6],
    [2, 'a', false, 8],
    [2, 'b', false, 8],
    [3, 'b', false, 3],
  ]
  for (const [number, name, blank, top] of table) {
    const { margin } = page(number, name, blank)
    t.strictSame([margin.top, margin.left], [top, 9], `${number} ${name} ${blank}`)
  }
  t.equal(page(3), page(5), 'pages with the same rules share their style')
  t.equal(pages('@page :left { margin: 1px }', { dir: 'rtl' })(1).margin.top, 1, 'right-to-left documents begin left')
})

t.test('lengths and percentages of the page', async (t) => {
  const page = pages(
    'html { font-size: 10px } @page { margin: 10% 2em; padding: 5px; border: 2px solid red; background: blue }',
  )(1)
  t.strictSame(page.margin, { top: 100, right: 20, bottom: 100, left: 20 })
  t.equal(page.padding.top, 5)
  t.equal(page.style.borderTopWidth, 2)
  t.equal(page.style.backgroundColor.blue, 1)
  t.equal(pages('@page { margin: auto }')(1).margin.top, 0)
  t.equal(pages('@page { margin: 1px !important } @page :first { margin: 2px }')(1).margin.top, 1)
})

t.test('the width and height of @page make the page area, and automatic margins take the rest', async (t) => {
  const table: readonly (readonly [css: string, size: string, margin: string])[] = [
    ['width: 300px; height: 200px; margin: auto', '800 1000', '400 250 400 250'],
    ['width: 300px; height: 200px; margin: auto 0 0 auto', '800 1000', '800 0 0 500'],
    ['width: 300px; height: 200px; margin: 0 auto auto 20px', '800 1000', '0 480 800 20'],
    ['width: 300px; height: 200px; margin: 10px 20px', '340 220', '10 20 10 20'],
    ['width: 25%; height: 10%; margin: 10%', '360 300', '100 80 100 80'],
    ['width: 900px; margin: 0 auto', '900 1000', '0 0 0 0'],
    ['width: 300px; padding: 10px; border: 5px solid; margin: 0 auto', '800 1000', '0 235 0 235'],
    ['width: 300px; padding: 10px; box-sizing: border-box; margin: 0', '300 1000', '0 0 0 0'],
    ['width: 300px; max-width: 200px; min-height: 1200px; margin: 0', '200 1200', '0 0 0 0'],
    ['max-width: 2000px; min-width: 100px; margin: auto', '800 1000', '0 0 0 0'],
    ['width: min-content; margin: auto', '800 1000', '0 0 0 0'],
    ['width: 0; height: 50px; margin: -30px 0', '800 1000', '-30 0 -30 0'],
  ]
  for (const [css, size, margin] of table) {
    const page = pages(`@page { ${css} }`)(1)
    t.equal(`${page.size.width} ${page.size.height}`, size, css)
    t.equal([page.margin.top, page.margin.right, page.margin.bottom, page.margin.left].join(' '), margin, css)
  }
  t.equal(pages('@page { margin: auto } @page :first { width: 300px }')(1).margin.left, 250, 'pages differ')
  t.equal(pages('@page { margin: auto } @page :first { width: 300px }')(2).margin.left, 0)
})

t.test('margin boxes with content, aligned as the specification says and inheriting from the page', async (t) => {
  const css = `html { font-size: 10px } @page { color: red;
    @top-left { content: "a" } @top-center { content: counter(page) " / " counter(pages) }
    @bottom-right-corner { content: "c"; vertical-align: top } @left-bottom { content: normal } @right-top { color: blue } }
    @page :first { @top-left { content: none } }`
  const page = pages(css)
  t.strictSame([...page(2).marginBoxes.keys()], ['top-left', 'top-center', 'bottom-right-corner'])
  t.strictSame([...page(1).marginBoxes.keys()], ['top-center', 'bottom-right-corner'])
  const left = page(2).marginBoxes.get('top-left')
  t.strictSame([left?.textAlign, left?.verticalAlign, left?.color.red, left?.fontSize], ['left', 'middle', 1, 10])
  const center = page(2).marginBoxes.get('top-center')
  t.equal(center?.textAlign, 'center')
  t.strictSame(center?.content, [
    { kind: 'counter', name: 'page', style: 'decimal' },
    { kind: 'string', text: ' / ' },
    { kind: 'counter', name: 'pages', style: 'decimal' },
  ])
  t.equal(page(2).marginBoxes.get('bottom-right-corner')?.verticalAlign, 'top')
})

t.test('marks and bleed', async (t) => {
  const sheet = (css: string, number = 1) => pages(css)(number).sheet
  t.strictSame(sheet(''), { marks: { crop: false, cross: false }, bleed: 0 })
  t.strictSame(sheet('@page { marks: crop }'), { marks: { crop: true, cross: false }, bleed: 8 }, '6pt for crop marks')
  t.strictSame(sheet('@page { marks: cross crop; bleed: 3mm }').marks, { crop: true, cross: true })
  t.equal(sheet('@page { bleed: 12px !important } @page :first { bleed: 3px }').bleed, 12)
  t.equal(sheet('@page { bleed: 12px } @page :first { bleed: 3px }').bleed, 3)
  const fixture = new StyleFixture('@page { marks: crop crop; bleed: -1px }', [])
  t.strictSame(fixture.messages(), [
    'style.css:1:9: warning: "crop crop" is not a value of "marks" [invalid-value]',
    'style.css:1:27: warning: "-1px" is not a value of "bleed" [invalid-value]',
  ])
})

t.test('page rules obey media and report what is wrong', async (t) => {
  t.equal(pages('@media screen { @page { margin: 1px } } @media print { @page { margin: 2px } }')(1).margin.top, 2)
  const fixture = new StyleFixture(
    '@page foo bar { margin: 1px }\n@page { size: A9; @middle { content: "x" } colr: red }',
    [],
  )
  t.strictSame(fixture.messages(), [
    'style.css:1:1: warning: "foo bar" is not a page selector [invalid-selector]',
    'style.css:2:9: warning: "A9" is not a value of "size" [invalid-value]',
    'style.css:2:44: warning: unknown property "colr" (did you mean "color"?) [unknown-property]',
    'style.css:2:19: warning: the at-rule "@middle" is not supported in "@page" [unknown-at-rule]',
  ])
})
