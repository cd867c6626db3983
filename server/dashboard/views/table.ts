import { type Html, type HtmlValue, html } from '../html.js'

interface Column {
  readonly label: string
  readonly isNumber?: boolean
  /** The label is for those who do not see the table. */
  readonly isHidden?: boolean
}

interface TableOptions {
  /** Describes the table for those who do not see it. */
  readonly label: string
  readonly columns: readonly (string | Column)[]
  /** Cells, by the row. */
  readonly rows: readonly (readonly HtmlValue[])[]
  /** Its cells have forms: in a narrow window they stand below each other, with their labels. */
  readonly isStacked?: boolean
}

/** A table that scrolls in itself where the window is narrow. */
export function table({ label, columns, rows, isStacked }: TableOptions): Html {
  const heads = columns.map((column) => (typeof column === 'string' ? { label: column } : column))
  const kind = (index: number) => (heads[index]?.isNumber ? 'number' : heads[index]?.isHidden ? 'actions' : '')
  return html`<div class="table-scroll" tabindex="0" role="region" aria-label="${label}"><table ${isStacked && html`class="stacked"`}>
<thead><tr>${heads.map(
    (head, index) =>
      html`<th scope="col" class="${kind(index)}">${head.isHidden ? html`<span class="visually-hidden">${head.label}</span>` : head.label}</th>`,
  )}</tr></thead>
<tbody>${rows.map((row) => html`<tr>${row.map((cell, index) => html`<td class="${kind(index)}" ${isStacked && html`data-label="${heads[index]?.label}"`}>${cell}</td>`)}</tr>`)}</tbody>
</table></div>`
}

/** Names and values. */
export function facts(entries: readonly (readonly [string, HtmlValue] | undefined)[]): Html {
  return html`<dl class="facts">${entries.map((entry) => entry && html`<dt>${entry[0]}</dt><dd>${entry[1]}</dd>`)}</dl>`
}

/** Stands in the place of an empty list. */
export function emptyState(title: string, text: HtmlValue, action?: Html): Html {
  return html`<section class="empty"><h2>${title}</h2><p>${text}</p>${action}</section>`
}
