import type { HostileCases, HostileDocument } from '../hostile-case.js'

const PARAGRAPHS = '<p>Some words that need a place to stand.</p>'.repeat(20)

function sized(page: string, body = PARAGRAPHS): HostileDocument {
  return { html: `<style>@page { ${page} }</style>${body}` }
}

export const pageCases: HostileCases = [
  { name: 'a page without a size', make: () => sized('size: 0 0'), expected: 'document' },
  {
    name: 'a page of a thousandth of a pixel',
    make: () => sized('size: 0.001px 0.001px; margin: 0'),
    expected: 'document',
  },
  { name: 'a page of one pixel', make: () => sized('size: 1px 1px; margin: 0'), expected: 'document' },
  { name: 'a page of a thousand million pixels', make: () => sized('size: 1e9px 1e9px'), expected: 'document' },
  {
    name: 'a page beyond all numbers',
    make: () => sized('size: 1e308px 1e308px; margin: 1e308px'),
    expected: 'document',
  },
  { name: 'margins of minus a thousand million pixels', make: () => sized('margin: -1e9px'), expected: 'document' },
  { name: 'margins wider than the page', make: () => sized('size: 100px 100px; margin: 99px'), expected: 'document' },
  {
    name: 'a bleed of a thousand million pixels',
    make: () => sized('bleed: 1e9px; marks: crop cross'),
    expected: 'document',
  },
  {
    name: 'margin boxes wider than all numbers',
    make: () => sized('@top-left { content: "x"; width: 1e308px } @top-right { content: "y"; width: 1e308px }'),
    expected: 'document',
  },
  {
    name: 'a page for every paragraph, and a hundred thousand of them',
    make: () => ({ html: `<style>p { break-after: page }</style>${'<p>x</p>'.repeat(30_000)}` }),
    expected: { refused: 'too-many-pages' },
  },
  {
    name: 'an element a thousand million pixels high',
    make: () => ({ html: '<div style="height: 1e9px">x</div>' }),
    expected: { refused: 'too-many-pages' },
  },
  {
    name: 'a name of its own for every page',
    make: () => ({ html: Array.from({ length: 3_000 }, (_, i) => `<p style="page: n${i}">x</p>`).join('') }),
    expected: 'document',
  },
  {
    name: 'letters a thousand million pixels high',
    make: () => ({ html: '<p style="font-size: 1e9px">Text</p><p style="line-height: 1e9">x</p>' }),
    expected: 'document',
  },
  {
    name: 'widths, heights and places beyond all numbers',
    make: () => ({
      html: '<div style="width: 1e308px; padding: 1e308px; margin-left: -1e308px; position: relative; left: 1e308px; border: 1e308px solid">x</div>',
    }),
    expected: 'document',
  },
  {
    name: 'a thousand columns of a pixel',
    make: () => ({ html: `<div style="columns: 1000000; column-gap: 0">${PARAGRAPHS}</div>` }),
    expected: 'document',
  },
  {
    name: 'orphans and widows by the million',
    make: () => ({ html: `<p style="orphans: 1000000; widows: 1000000">${'word '.repeat(5_000)}</p>` }),
    expected: 'document',
  },
]
