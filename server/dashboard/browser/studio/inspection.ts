import type { PreviewBox, PreviewMap, PreviewPage } from '../../../render/preview-map.js'
import { place } from './page-marks.js'
import { make } from './studio-state.js'

/** Rules shown; the rest are counted. */
const SHOWN = 12

const NAMES = { 'user-agent': 'built in', 'style-attribute': 'style="…"', attributes: 'attributes' }

/** A box with its edges, and a note of its size and of the rules that won. */
export function inspection(map: PreviewMap, page: PreviewPage, box: PreviewBox, scale: number): readonly HTMLElement[] {
  const [x, y, width, height] = box.r
  const [mt = 0, mr = 0, mb = 0, ml = 0] = box.m ?? []
  const [bt = 0, br = 0, bb = 0, bl = 0] = box.b ?? []
  const [pt = 0, pr = 0, pb = 0, pl = 0] = box.p ?? []
  const areas: [string, PreviewBox['r']][] = [
    ['margin', [x - ml, y - mt, width + ml + mr, height + mt + mb]],
    ['border', box.r],
    ['padding', [x + bl, y + bt, width - bl - br, height - bt - bb]],
    ['content', [x + bl + pl, y + bt + pt, width - bl - br - pl - pr, height - bt - bb - pt - pb]],
  ]
  const layers = areas.map(([name, r]) => {
    const layer = make('div', { class: `inspected ${name}` })
    place(layer, { ...box, r }, scale)
    return layer
  })
  const [name] = map.elements[box.e] ?? ['']
  const size = make('strong', {}, `${name}  ${width.toFixed(1)} × ${height.toFixed(1)} pt`)
  const note = make('div', { class: 'inspected note' }, size, ...rulesOf(map, box))
  // It grows from the corner of the box that is nearest to the middle of the page.
  const isLow = y + height / 2 > page.height / 2
  const isRight = x + width / 2 > page.width / 2
  place(note, { r: [isRight ? x + width : x, isLow ? y : y + height, 0, 0] }, scale)
  note.style.translate = `${isRight ? '-100%' : '0'} ${isLow ? '-100%' : '0'}`
  return [...layers, note]
}

function rulesOf({ styles, rules, texts }: PreviewMap, { s }: PreviewBox): readonly HTMLElement[] {
  const winning = styles[s] ?? []
  const lines = winning.slice(0, SHOWN).map(([index, ...declarations]) => {
    const [source, selectors, place] = rules[index] ?? ['attributes', -1]
    const name = source === 'author' ? (texts[selectors] ?? '') : NAMES[source]
    const where = place ? `${place[0]}:${place[1]}` : ''
    return make(
      'div',
      { class: source === 'user-agent' ? 'rule built-in' : 'rule' },
      make('span', { class: 'selectors' }, name),
      make('span', { class: 'where' }, where),
      make('span', { class: 'declarations' }, declarations.map((text) => `${texts[text]};`).join(' ')),
    )
  })
  const rest = winning.length - SHOWN
  return rest > 0 ? [...lines, make('div', { class: 'rule' }, `and ${rest} more`)] : lines
}
