import { woffBomb } from '../bombs/fonts.js'
import type { HostileCases, HostileDocument } from '../hostile-case.js'

const TOO_LARGE = { refused: 'image-too-large' }

function drawing(content: string): HostileDocument {
  return { html: `<svg width="200" height="200" viewBox="0 0 200 200">${content}</svg>` }
}

/** Groups each of which shows the one before as often as `times`. */
function doubled(first: string, levels: number, times: number): string {
  const groups = Array.from({ length: levels }, (_, i) => {
    return `<g id="g${i + 1}">${`<use href="#g${i}"/>`.repeat(times)}</g>`
  })
  return `<defs><g id="g0">${first}</g>${groups.join('')}</defs><use href="#g${levels}"/>`
}

const RECT = '<rect width="9" height="9"/>'
const CONTEXT_RECT = '<rect width="9" height="9" fill="context-fill"/>'
const LONG_PATH = `<path d="M0 0${'h1v1'.repeat(50_000)}"/>`

function stops(count: number): string {
  return Array.from(
    { length: count },
    (_, i) => `<stop offset="${i / count}" stop-color="#${(i % 4096).toString(16).padStart(3, '0')}"/>`,
  ).join('')
}

/** An image file with a font of its own. */
function inOwnFont(font: Uint8Array): HostileDocument {
  const rule = `@font-face{font-family:A;src:url(data:font/woff;base64,${Buffer.from(font).toString('base64')})}`
  const text = `<style>${rule}text{font-family:A}</style><text y="20">A</text>`
  const file = `<svg xmlns="http://www.w3.org/2000/svg" width="99" height="30">${text}</svg>`
  return { html: `<img src="data:image/svg+xml;base64,${Buffer.from(file).toString('base64')}">` }
}

export const drawingCases: HostileCases = [
  {
    name: 'HTML in drawings in HTML, a thousand levels deep',
    make: () => {
      const [begin, end] = [
        '<svg width="99" height="99"><foreignObject width="99" height="99">',
        '</foreignObject></svg>',
      ]
      return { html: `${begin.repeat(1000)}x${end.repeat(1000)}` }
    },
    expected: { refused: 'too-deep' },
  },
  {
    name: 'HTML in drawings that use each other ten times',
    make: () => {
      const level = (i: number) => {
        const uses = `<use href="#g${i}"/>`.repeat(10)
        return `<svg width="9" height="9"><g id="g${i + 1}"><foreignObject width="9" height="9"><svg>${uses}</svg></foreignObject></g></svg>`
      }
      return { html: `<svg><g id="g0">${RECT}</g></svg>${Array.from({ length: 12 }, (_, i) => level(i)).join('')}` }
    },
    expected: { refused: 'too-much-work' },
  },
  {
    name: 'files of drawings that use each other in circles, ten times each',
    make: () => {
      const file = (other: string) =>
        `<svg xmlns="http://www.w3.org/2000/svg"><g id="x">${`<use href="${other}.svg#x"/>`.repeat(10)}</g></svg>`
      const assets = new Map(['ab', 'bc', 'ca'].map(([own, other]) => [`${own}.svg`, Buffer.from(file(other ?? ''))]))
      return { html: '<svg><use href="a.svg#x"/></svg><img src="a.svg" alt="">', assets }
    },
    expected: 'document',
    reported: ['unsupported-svg'],
  },
  {
    name: 'a sheet of 100,000 rules in a file, for a thousand elements',
    make: () => {
      const rules = Array.from({ length: 100_000 }, (_, i) => `.a${i}{fill:red}`).join('')
      const file = `<svg xmlns="http://www.w3.org/2000/svg"><style>${rules}</style>${RECT.repeat(1000)}</svg>`
      return { html: '<img src="a.svg" alt="">', assets: new Map([['a.svg', Buffer.from(file)]]) }
    },
    expected: 'document',
  },
  {
    name: 'an image file with a font of fifty tables of sixty megabytes',
    make: () => inOwnFont(woffBomb(60_000_000, 50)),
    expected: TOO_LARGE,
  },
  { name: 'references that double thirty times', make: () => drawing(doubled(RECT, 30, 2)), expected: TOO_LARGE },
  {
    name: 'references that inherit something else each time',
    make: () => {
      const groups = Array.from({ length: 30 }, (_, i) => {
        const uses = ['red', 'blue'].map((color) => `<use href="#g${i}" fill="${color}" stroke-width="${i}"/>`)
        return `<g id="g${i + 1}">${uses.join('')}</g>`
      })
      return drawing(`<defs><g id="g0">${RECT}</g>${groups.join('')}</defs><use href="#g30"/>`)
    },
    expected: { refused: 'too-much-work' },
  },
  { name: 'references to a long path', make: () => drawing(doubled(LONG_PATH, 3, 20)), expected: TOO_LARGE },
  {
    name: 'references to a long text',
    make: () => drawing(doubled(`<text>${'word '.repeat(20_000)}</text>`, 3, 20)),
    expected: TOO_LARGE,
  },
  {
    name: 'references to a gradient of many stops',
    make: () =>
      drawing(
        `<linearGradient id="a">${stops(5_000)}</linearGradient>${doubled('<rect width="9" height="9" fill="url(#a)"/>', 3, 20)}`,
      ),
    expected: TOO_LARGE,
  },
  {
    name: 'a gradient of 100,000 stops',
    make: () =>
      drawing(`<linearGradient id="a">${stops(100_000)}</linearGradient><rect width="9" height="9" fill="url(#a)"/>`),
    expected: TOO_LARGE,
  },
  {
    name: 'a gradient of 20,000 stops that repeats',
    make: () =>
      drawing(
        `<linearGradient id="a" x2=".001" spreadMethod="repeat">${stops(20_000)}</linearGradient><rect width="99" height="99" fill="url(#a)"/>`,
      ),
    expected: TOO_LARGE,
  },
  {
    name: 'masks within masks within masks',
    make: () => {
      const masks = Array.from({ length: 40 }, (_, i) => {
        const shape = `<rect width="9" height="9" mask="url(#m${i + 1})"/>`
        return `<mask id="m${i}">${shape}${shape}</mask>`
      })
      return drawing(`${masks.join('')}<rect width="9" height="9" mask="url(#m0)"/>`)
    },
    expected: TOO_LARGE,
  },
  {
    name: 'clip paths within clip paths within clip paths',
    make: () => {
      const clips = Array.from({ length: 40 }, (_, i) => {
        const shape = `<rect width="9" height="9" clip-path="url(#c${i + 1})"/>`
        return `<clipPath id="c${i}">${shape}${shape}</clipPath>`
      })
      return drawing(`${clips.join('')}<rect width="9" height="9" clip-path="url(#c0)"/>`)
    },
    expected: TOO_LARGE,
  },
  {
    name: 'the paint of a use, handed on from one to the next, and doubled',
    make: () => {
      const groups = Array.from({ length: 30 }, (_, i) => {
        return `<g id="g${i + 1}">${`<use href="#g${i}" fill="context-fill"/>`.repeat(2)}</g>`
      })
      const gradient = `<linearGradient id="a">${stops(2)}</linearGradient>`
      return drawing(
        `${gradient}<defs><g id="g0">${CONTEXT_RECT}</g>${groups.join('')}</defs><use href="#g30" fill="url(#a)"/>`,
      )
    },
    expected: TOO_LARGE,
  },
  {
    name: 'the paint of a use, handed on four hundred times to a thousand shapes',
    make: () => {
      const groups = Array.from(
        { length: 400 },
        (_, i) => `<g id="g${i + 1}"><use href="#g${i}" fill="context-fill"/></g>`,
      )
      const gradient = `<linearGradient id="a">${stops(2)}</linearGradient>`
      const first = `<g id="g0">${CONTEXT_RECT.repeat(1_000)}</g>`
      return drawing(`${gradient}<defs>${first}${groups.join('')}</defs><use href="#g400" fill="url(#a)"/>`)
    },
    expected: TOO_LARGE,
  },
  {
    name: 'a pattern of a thousand shapes on each of a thousand shapes of a use',
    make: () => {
      const pattern = `<pattern id="a" patternUnits="userSpaceOnUse" width="9" height="9">${RECT.repeat(1_000)}</pattern>`
      return drawing(
        `${pattern}<defs><g id="b">${CONTEXT_RECT.repeat(1_000)}</g></defs><use href="#b" fill="url(#a)"/>`,
      )
    },
    expected: TOO_LARGE,
  },
  {
    name: 'dashes by the thousand on every line',
    make: () =>
      drawing(`<g stroke="red" stroke-dasharray="${'1 '.repeat(4_000)}">${'<path d="M0 0h9"/>'.repeat(1_000)}</g>`),
    expected: TOO_LARGE,
  },
  {
    name: 'groups 100,000 levels deep',
    make: () => drawing('<g>'.repeat(100_000)),
    expected: { refused: 'too-deep' },
  },
  {
    name: 'a file of groups 100,000 levels deep',
    make: () => {
      const svg = Buffer.from(`<svg xmlns="http://www.w3.org/2000/svg">${'<g>'.repeat(100_000)}`)
      return { html: `<img src="data:image/svg+xml;base64,${svg.toString('base64')}">` }
    },
    expected: 'document',
    reported: ['invalid-image'],
  },
  {
    name: 'entities that double in a file',
    make: () => {
      const entities = Array.from({ length: 30 }, (_, i) => `<!ENTITY e${i + 1} "&e${i};&e${i};">`)
      const svg = `<!DOCTYPE svg [<!ENTITY e0 "x">${entities.join('')}]><svg xmlns="http://www.w3.org/2000/svg"><text>&e30;</text></svg>`
      return { html: `<img src="data:image/svg+xml;base64,${Buffer.from(svg).toString('base64')}">` }
    },
    expected: 'document',
  },
  {
    name: 'rules of a file that almost match deep elements, again and again',
    make: () => {
      const rules = Array.from({ length: 5_000 }, () => 'g g g .b g .a{fill:red}').join('')
      const content = `<style>${rules}</style>${'<g>'.repeat(300)}${Array.from({ length: 2_000 }, (_, i) => `<rect class="a" id="r${i}"/>`).join('')}${'</g>'.repeat(300)}`
      const svg = Buffer.from(`<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9">${content}</svg>`)
      return { html: `<img src="data:image/svg+xml;base64,${svg.toString('base64')}">` }
    },
    expected: { refused: 'too-much-work' },
  },
  {
    name: 'a length with a megabyte of blanks',
    make: () => drawing(`<rect width="9${' '.repeat(1_000_000)}x x" height="9"/>`),
    expected: 'document',
  },
  {
    name: 'numbers beyond all bounds',
    make: () =>
      drawing(
        '<rect width="1e300" height="1e300" stroke="red" stroke-width="1e300"/><circle r="1e308" transform="scale(1e300)"/><path d="M1e400 0L0 1e400A1e300 1e300 0 1 1 9 9"/>',
      ),
    expected: 'document',
  },
  {
    name: 'a drawing of many parts, shown ten thousand times',
    make: () => ({
      html: '{{#each list}}<img src="a.svg">{{/each}}',
      data: { list: Array(10_000).fill(1) },
      assets: new Map([
        [
          'a.svg',
          Buffer.from(`<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9">${RECT.repeat(2_000)}</svg>`),
        ],
      ]),
    }),
    expected: 'document',
  },
]
