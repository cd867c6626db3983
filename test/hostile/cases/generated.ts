import type { HostileCases } from '../hostile-case.js'

const TOO_MUCH = { refused: 'too-much-text' }

function elements(count: number, style: string, element = '<p></p>'): { readonly html: string } {
  return { html: `<style>${style}</style>${element.repeat(count)}` }
}

const LONG = 'x'.repeat(100_000)

/** Custom properties each made of two of the one before. */
function doubled(count: number): string {
  const properties = Array.from({ length: count }, (_, i) => `--v${i + 1}: var(--v${i}) var(--v${i});`)
  return `--v0: "0123456789"; ${properties.join(' ')}`
}

export const generatedCases: HostileCases = [
  {
    name: 'custom properties that double thirty times',
    make: () => elements(10, `p { ${doubled(30)} } p::before { content: var(--v30) }`),
    expected: 'document',
  },
  {
    name: 'custom properties that double fourteen times, for every element anew',
    make: () => {
      const items = Array.from({ length: 500 }, (_, i) => `<p style="--own: ${i}">x</p>`)
      return { html: `<style>p { ${doubled(14)} }</style>${items.join('')}` }
    },
    expected: 'document',
  },
  {
    name: 'a long text before every element',
    make: () => elements(2_000, `p::before { content: "${LONG}" }`),
    expected: TOO_MUCH,
  },
  {
    name: 'a long text as the marker of every item',
    make: () => elements(2_000, `li { list-style-type: "${LONG}" }`, '<li>x</li>'),
    expected: TOO_MUCH,
  },
  {
    name: 'a long attribute many times in a content',
    make: () => {
      const content = 'attr(title) '.repeat(3_000)
      return { html: `<style>p::before { content: ${content} }</style><p title="${LONG}"></p>` }
    },
    expected: TOO_MUCH,
  },
  {
    name: 'counters of 500 levels with a long text between them',
    make: () => {
      const style = `div { counter-reset: a } p::before { content: counters(a, "${'x'.repeat(1_000_000)}") }`
      return { html: `<style>${style}</style>${'<div>'.repeat(500)}<p></p>` }
    },
    expected: TOO_MUCH,
  },
  {
    name: 'long quotation marks',
    make: () => elements(2_000, `q { quotes: "${LONG}" "" }`, '<q></q>'),
    expected: TOO_MUCH,
  },
  {
    name: 'a string of the page that is set to the text of every one of 500 levels',
    make: () => ({
      html: `<style>div { string-set: a content() }</style>${'<div>'.repeat(500)}${'word '.repeat(100_000)}`,
    }),
    expected: TOO_MUCH,
  },
  {
    name: 'a long text in all margin boxes of many pages',
    make: () => {
      const boxes = ['top-left', 'top-center', 'top-right', 'bottom-left', 'bottom-center', 'bottom-right']
      const margins = boxes.map(
        (box) => `@${box} { content: "${LONG}"; font-size: 1px; height: 1mm; overflow: hidden; visibility: hidden }`,
      )
      return elements(3_000, `@page { ${margins.join(' ')} } p { break-after: page }`, '<p>x</p>')
    },
    expected: TOO_MUCH,
  },
  {
    name: 'texts of targets that contain each other',
    make: () => {
      const links = Array.from({ length: 60 }, (_, i) => `<a id="t${i}" href="#t${(i + 1) % 60}">word</a>`)
      const content = 'target-text(attr(href), after) '.repeat(20)
      return { html: `<style>a::after { content: "x" ${content} }</style>${links.join('')}` }
    },
    expected: 'document',
  },
  {
    name: 'counters of a thousand million in every style',
    make: () => {
      const styles = ['upper-roman', 'lower-alpha', 'hebrew', 'armenian', 'georgian', 'ethiopic-numeric', 'cjk-decimal']
      const contents = styles.map((style) => `counter(n, ${style}) " "`).join(' ')
      return elements(100, `p { counter-reset: n 2000000000 } p::before { content: ${contents} }`)
    },
    expected: 'document',
  },
  {
    name: 'counters that every element makes anew by the hundred',
    make: () => {
      const counters = Array.from({ length: 300 }, (_, i) => `c${i} ${i}`).join(' ')
      return { html: `<style>div { counter-reset: ${counters} }</style>${'<div>'.repeat(400)}x` }
    },
    expected: 'document',
  },
  {
    name: 'a leader whose pattern is a text of its own',
    make: () => elements(2_000, `p::after { content: leader("${LONG}") }`),
    expected: TOO_MUCH,
  },
]
