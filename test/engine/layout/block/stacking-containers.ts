/** One piece of content: a text in a box of a height, with the style of the case. */
export interface Piece {
  readonly text: string
  readonly height: number
  readonly style?: string
}

/** The ways in which pieces that stay whole can stand one below the other. All of them break by the same rules. */
export const CONTAINERS: Readonly<Record<string, (pieces: readonly Piece[]) => string>> = {
  blocks: (pieces) =>
    pieces
      .map(
        ({ text, height, style = '' }) => `<div style="height:${height}px;break-inside:avoid;${style}">${text}</div>`,
      )
      .join(''),
  'blocks in a section': (pieces) => `<section>${CONTAINERS.blocks?.(pieces)}</section>`,
  'a single column': (pieces) => `<div style="columns:1">${CONTAINERS.blocks?.(pieces)}</div>`,
  'list items': (pieces) =>
    `<ul style="margin:0;padding:0;list-style:none">${pieces
      .map(({ text, height, style = '' }) => `<li style="height:${height}px;break-inside:avoid;${style}">${text}</li>`)
      .join('')}</ul>`,
  'items of a column': (pieces) => `<div style="display:flex;flex-direction:column">${items(pieces)}</div>`,
  'items of a column upwards': (pieces) =>
    `<div style="display:flex;flex-direction:column-reverse">${items([...pieces].reverse())}</div>`,
  'lines of a row': (pieces) => `<div style="display:flex;flex-wrap:wrap">${items(pieces)}</div>`,
  'lines of a row upwards': (pieces) =>
    `<div style="display:flex;flex-wrap:wrap-reverse">${items([...pieces].reverse())}</div>`,
  'items of a row within items of a column': (pieces) =>
    `<main style="display:flex"><div style="display:flex;flex-direction:column;flex:1">${items(pieces)}</div></main>`,
  'table rows': (pieces) =>
    `<table style="border-spacing:0"><tbody>${pieces
      .map(
        ({ text, height, style = '' }) =>
          `<tr style="height:${height}px;${style}"><td style="padding:0;vertical-align:top">${text}</td></tr>`,
      )
      .join('')}</tbody></table>`,
  'grid rows': (pieces) => `<div style="display:grid">${gridItems(pieces)}</div>`,
  'grid rows beside an item that spans them': (pieces) =>
    `<div style="display:grid;grid-template-columns:1fr 1fr">${gridItems(pieces)}
      <div style="grid-area:1 / 2 / span ${pieces.length}"></div></div>`,
  'rows of a nested grid': (pieces) =>
    `<div style="display:grid"><div style="display:grid;grid-template-columns:100%">${gridItems(pieces)}</div></div>`,
  'rows of a subgrid': (pieces) =>
    `<div style="display:grid"><div style="display:grid;grid-template:subgrid / 100%;grid-row:span ${pieces.length}">${gridItems(pieces)}</div></div>`,
  'rows of a subgrid within a subgrid': (pieces) =>
    `<div style="display:grid"><div style="display:grid;grid:subgrid / subgrid;grid-row:span ${pieces.length}">
      <div style="display:grid;grid:subgrid / subgrid;grid-row:1 / -1">${gridItems(pieces)}</div></div></div>`,
  'table groups': (pieces) =>
    `<table style="border-spacing:0">${pieces
      .map(
        ({ text, height, style = '' }) =>
          `<tbody style="${style}"><tr style="height:${height}px"><td style="padding:0;vertical-align:top">${text}</td></tr></tbody>`,
      )
      .join('')}</table>`,
}

/** Flex items as wide as their container. */
function items(pieces: readonly Piece[]): string {
  return pieces
    .map(
      ({ text, height, style = '' }) =>
        `<div style="flex:none;width:100%;height:${height}px;break-inside:avoid;${style}">${text}</div>`,
    )
    .join('')
}

function gridItems(pieces: readonly Piece[]): string {
  return pieces
    .map(({ text, height, style = '' }) => {
      return `<div style="grid-column:1;height:${height}px;break-inside:avoid;${style}">${text}</div>`
    })
    .join('')
}

export const piece = (text: string, height: number, style?: string): Piece => ({
  text,
  height,
  ...(style ? { style } : {}),
})
