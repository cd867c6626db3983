import t from 'tap'
import type { LaidOutPage } from '../../../../engine/layout/page.js'
import { type PlacedText, textsOf, wordsByPage } from '../lay-out.js'
import { layOutSmall, marginWords, type WholeDocument } from '../lay-out-document.js'

const BASE =
  'p, h1 { margin: 0; font: 10px/1 Square } a { color: black; text-decoration: none } .n { break-before: page }'

/** Without the space that parts a leader from what is before it, which shows nothing. */
function firstTexts([page]: readonly LaidOutPage[]): PlacedText[] {
  return page ? textsOf(page).filter(({ text }) => text.trim() !== '') : []
}

function layOut(css: string, body: string): WholeDocument {
  const whole = layOutSmall(`${BASE} ${css}`, body)
  t.strictSame(whole.diagnostics, [], 'no diagnostic')
  return whole
}

t.test('page numbers in the flow', async (t) => {
  const css = '.p::after { content: counter(page) "/" counter(pages, upper-roman) }'
  const { pages, stats } = layOut(css, '<p class=p>a</p><p class="n p">b</p><p>c <span class=p></span></p>')
  t.strictSame(wordsByPage(pages), ['a 1/II', 'b 2/II c 2/II'])
  t.equal(stats.layoutRounds, 1)
})

t.test('a document without page numbers in its flow is laid out once', async (t) => {
  const { stats } = layOut('@page { @top-left { content: counter(page) "/" counter(pages) } }', '<h1>a</h1><p>b</p>')
  t.equal(stats.layoutRounds, 0)
})

t.test('a table of contents is right in one render', async (t) => {
  const css = 'a { display: block } a::after { content: leader(dotted) target-counter(attr(href), page) }'
  const chapters = [1, 2, 3].map((n) => `<h1 id=c${n} class=n>C${n}</h1><p style="height:${n * 60}px">x</p>`)
  const { pages } = layOut(css, `<a href="#c1">C1</a><a href="#c2">C2</a><a href="#c3">C3</a>${chapters.join('')}`)
  const words = wordsByPage(pages).map((text) => text.replace(/\.+/g, ' . ').replace(/ +/g, ' '))
  t.strictSame(words.slice(0, 2), ['C1 . 2 C2 . 3 C3 . 5', 'C1 x'])
})

t.test('the numbers follow when they move what they refer to', async (t) => {
  // The reserved two digits fit into the line, three do not: they push everything on by a page.
  const css = '@page { size: 60px 100px } .r::after { content: target-counter(attr(href), page) }'
  const push = '<div style="height:90px"></div>'
  const body = `<p>aaa <a class=r href="#x"></a></p>${push}${'<p class=n>b</p>'.repeat(98)}<p class=n id=x>c</p>`
  const { pages, stats } = layOut(css, body)
  const numbered = wordsByPage(pages)
  t.equal(numbered[0], 'aaa 101')
  t.equal(numbered.indexOf('c') + 1, 101)
  t.equal(stats.layoutRounds, 2)
})

t.test('numbers that never settle are reported', async (t) => {
  // IX makes a second line, which pushes its target to page 10; X makes none, and the target is on page 9.
  const css = '@page { size: 60px 100px } .r::after { content: target-counter(attr(href), page, upper-roman) }'
  const push = '<div style="height:90px"></div>'
  const body = `<p>aaaa <a class=r href="#x"></a></p>${push}${'<p class=n>b</p>'.repeat(7)}<p class=n id=x>c</p>`
  const { diagnostics, stats } = layOutSmall(`${BASE} ${css}`, body)
  t.equal(stats.layoutRounds, 2)
  t.strictSame(
    diagnostics.map(({ code }) => code),
    ['unsettled-page-numbers'],
  )
})

t.test('texts and counters of targets, before and behind the reference', async (t) => {
  const css = `body { counter-reset: c } h1 { counter-increment: c } h1::before { content: "<" counter(c) ">" }
    .t::after { content: target-text(attr(href)) target-text(attr(href), before) target-text(attr(href), first-letter) "|"
      target-counter(attr(href), c, upper-roman) "|" target-counters(attr(href), c, ".") "|" target-text("#one") }`
  const { pages, stats } = layOut(css, '<h1 id=one>One</h1><p><a class=t href="#two"></a></p><h1 id=two>Two</h1>')
  t.match(wordsByPage(pages)[0], 'Two<2>T|II|2|One')
  t.equal(stats.layoutRounds, 0, 'which takes no second layout')
})

t.test('a target that does not exist is reported', async (t) => {
  const css = '.t::after { content: "[" target-counter(attr(href), page) target-text(attr(href)) "]" }'
  const { pages, diagnostics } = layOutSmall(`${BASE} ${css}`, '<p><a class=t href="#no"></a></p>')
  t.strictSame(wordsByPage(pages), ['[]'])
  t.strictSame(
    diagnostics.map(({ message }) => message),
    ['no element has the id "no" that a cross-reference names'],
  )
})

t.test('elements and page rules number pages', async (t) => {
  const css = `@page { size: 200px 140px; margin: 20px; @bottom-left { content: counter(page) } }
    @page front { @bottom-left { content: counter(page, lower-roman) } } .front { page: front } .main { counter-reset: page 1 }`
  const body = '<div class=front><p>a</p><p class=n>b</p></div><div class=main><p>c</p><p class=n>d</p></div>'
  t.strictSame(marginWords(layOut(css, body).pages), ['i', 'ii', '1', '2'])
  const byTwo =
    '@page { size: 200px 140px; margin: 20px; counter-increment: page 2 sheet; @top-left { content: counter(page) "," counter(sheet) } }'
  t.strictSame(marginWords(layOut(byTwo, '<p>a</p><p class=n>b</p>').pages), ['2,1', '4,2'])
  const reset = '@page { margin: 20px; @top-left { content: counter(page) } } @page :first { counter-reset: page 9 }'
  t.strictSame(marginWords(layOut(reset, '<p>a</p><p class=n>b</p>').pages), ['10', '11'])
})

t.test('pages of each page group are counted', async (t) => {
  const css = `@page { size: 200px 140px; margin: 20px; @top-left { content: counter(group-page) "/" counter(group-pages) } }
    .letter { page: letter; break-before: page }`
  const body = '<p>a</p><div class=letter><p>b</p><p class=n>c</p></div><div class=letter><p>d</p></div><p>e</p>'
  t.strictSame(marginWords(layOut(css, body).pages), ['1/1', '1/2', '2/2', '1/1', '1/1'])
})

t.test('page rules select by the place in the page group', async (t) => {
  const css = `@page { size: 200px 140px; margin: 20px } .letter { page: Letter; break-before: page }
    @page :nth(1 of Letter) { @top-left { content: "first" } } @page :nth(2n of Letter) { @top-left { content: "even" } }`
  const body = '<p>a</p><div class=letter><p>b</p><p class=n>c</p></div><div class=letter><p>d</p></div>'
  t.strictSame(marginWords(layOut(css, body).pages), ['', 'first', 'even', 'first'])
})

t.test('a blank page between two groups is the last of the first', async (t) => {
  const css = `@page { size: 200px 140px; margin: 20px; @top-left { content: counter(group-page) "/" counter(group-pages) } }
    .letter { page: letter; break-before: right }`
  const body = '<div class=letter>a</div><div class=letter>b</div>'
  t.strictSame(marginWords(layOut(css, body).pages), ['1/2', '2/2', '1/1'])
})

t.test('leaders fill their line, and their dots are aligned', async (t) => {
  const css = 'p::after { content: leader(".") attr(title) } .long { width: 100px }'
  const { pages } = layOut(css, '<p title=1>ab</p><p title=22>abcde</p><p title=3 class=long>aaaa bbb cc</p>')
  t.strictSame(
    firstTexts(pages).map(({ text, x, y, width }) => `${text} ${x},${y} ${width}`),
    [
      'ab 0,0 20',
      '................. 20,0 170',
      '1 190,0 10',
      'abcde 0,10 50',
      '............. 50,10 130',
      '22 180,10 20',
      'aaaa bbb 0,20 80',
      'cc 0,30 20',
      '....... 20,30 70',
      '3 90,30 10',
    ],
  )
})

t.test('what follows a leader stays with it', async (t) => {
  const css = 'p { width: 60px } p::after { content: leader("-") " " attr(title) }'
  const { pages } = layOut(css, '<p title=33>abcd</p><p title=3>abcd</p>')
  t.strictSame(
    firstTexts(pages).map(({ text, y }) => `${text} ${y}`),
    ['abcd 0', '--- 10', ' 33 10', 'abcd 20', '---- 30', ' 3 30'],
  )
})

t.test('leaders run from the right in right-to-left text', async (t) => {
  const css = 'p { direction: rtl; width: 100px } p::after { content: leader(".") attr(title) }'
  const { pages } = layOut(css, '<p title=1>אב</p>')
  t.strictSame(
    firstTexts(pages).map(({ x, width }) => `${x} ${width}`),
    ['80 20', '0 10', '10 70'],
    'texts of one box in the order in which they are seen',
  )
})

t.test('page margins refer to pages, counters and texts of elements', async (t) => {
  const css = `@page { size: 400px 140px; margin: 20px;
      @top-left { content: target-text(url(#b)) " p" target-counter(url(#b), page) "/" target-counter("#c", chapter) } }
    body { counter-reset: chapter } h4 { counter-increment: chapter; break-before: page }`
  const { pages, diagnostics, stats } = layOutSmall(css, '<p>a</p><h4 id=b>Bee</h4><h4 id=c>C</h4>')
  t.strictSame(diagnostics, [])
  t.strictSame(marginWords(pages), ['Bee p2/2', 'Bee p2/2', 'Bee p2/2'])
  t.equal(stats.layoutRounds, 0, 'without another layout')
})

t.test('a target that page margins miss is reported once', async (t) => {
  const css = '@page { @top-left { content: "x" target-text(url(#none)) target-counter(url(#none), page) } }'
  const { pages, diagnostics } = layOutSmall(`@page { size: 400px 140px; margin: 20px } ${css}`, '<p>a</p>')
  t.strictSame(marginWords(pages), ['x'])
  t.strictSame(
    diagnostics.map(({ code }) => code),
    ['missing-target'],
  )
})

const CLAMPED = '<div style="line-clamp: 1"><p>a</p><p id=x>gone</p></div>'

t.test('a cross-reference to what was clamped away has its text and no page', async (t) => {
  const css = `${BASE} .c::after { content: "(" target-counter(attr(href), page) ")" }
    .t::after { content: target-text(attr(href)) }`
  const { pages, diagnostics } = layOutSmall(css, `<a class=c href="#x">b</a> <a class=t href="#x">t</a>${CLAMPED}`)
  t.match(wordsByPage(pages), [/^b \(\) t gone a/])
  t.strictSame(
    diagnostics.map(({ code, message, span }) => [code, message, span !== undefined]),
    [
      [
        'missing-target',
        'the element with the id "x", whose page a cross-reference names, is not printed: it is behind the lines that are shown',
        true,
      ],
    ],
  )
})

t.test('a page margin names no page of what was clamped away', async (t) => {
  const css = `@page { size: 400px 140px; margin: 20px; @top-left { content: "x" target-counter("#x", page) target-text("#x") } }`
  const { pages, diagnostics } = layOutSmall(`${BASE} ${css}`, `${CLAMPED}<p class=n>b</p>`)
  t.strictSame(marginWords(pages), ['xgone', 'xgone'])
  t.match(diagnostics, [
    { code: 'missing-target', message: /a cross-reference in a page margin names, is not printed/ },
  ])
  t.equal(diagnostics.length, 1)
})
