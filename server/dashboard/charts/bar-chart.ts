import { type Html, html } from '../html.js'
import { count } from '../views/values.js'

/** One bar: a value, and above it one of a second kind. */
export interface Bar {
  readonly label: string
  readonly value: number
  readonly second: number
}

interface ChartOptions {
  /** Describes the chart in a sentence. */
  readonly title: string
  readonly bars: readonly Bar[]
  /** Names of the two kinds of values. */
  readonly names: readonly [value: string, second: string]
  /** Headings of the columns in the table. */
  readonly columns?: readonly [label: string, value: string, second: string]
}

const WIDTH = 720
const HEIGHT = 170
const LEFT = 40
const BOTTOM = 22
const TOP = 8

/** Lines behind the bars. */
const LINES = 4

/** Labels below the bars: as many as have room. */
const LABELS = 8

/** Bars drawn on the server, with the numbers as a table below; a sentence where there is nothing to draw. */
export function barChart({ title, bars, names, columns = ['Time', ...names] }: ChartOptions): Html {
  if (bars.every(({ value, second }) => value === 0 && second === 0)) {
    return html`<p class="muted">Nothing yet in this time.</p>`
  }
  const most = niceTop(Math.max(...bars.map(({ value, second }) => value + second), 1))
  const plot = HEIGHT - TOP - BOTTOM
  const y = (value: number) => TOP + plot * (1 - value / most)
  const step = (WIDTH - LEFT) / Math.max(1, bars.length)
  const width = Math.max(2, Math.min(28, step * 0.7))
  const every = Math.max(1, Math.ceil(bars.length / LABELS))
  const number = (value: number) => Number(value.toFixed(2))
  const rect = (kind: string, index: number, from: number, to: number) =>
    to > from &&
    html`<rect class="${kind}" x="${number(LEFT + index * step + (step - width) / 2)}" y="${number(y(to))}" width="${number(width)}" height="${number(y(from) - y(to))}"/>`
  const lines = Array.from({ length: LINES + 1 }, (_, line) => (most / LINES) * line)
  return html`<figure class="chart">
<div class="table-scroll" tabindex="0" role="region" aria-label="${title}: the chart"><svg viewBox="0 0 ${WIDTH} ${HEIGHT}" role="img" aria-label="${title}">
${lines.map(
  (value) =>
    html`<line class="grid" x1="${LEFT}" x2="${WIDTH}" y1="${number(y(value))}" y2="${number(y(value))}"/><text x="${LEFT - 6}" y="${number(y(value) + 4)}" text-anchor="end">${short(value)}</text>`,
)}
${bars.map(
  ({ label, value, second }, index) =>
    html`<g><title>${label}: ${count(value)} ${names[0]}, ${count(second)} ${names[1]}</title>${rect('bar', index, 0, value)}${rect('bar second', index, value, value + second)}</g>`,
)}
${bars.map(
  ({ label }, index) =>
    index % every === 0 &&
    html`<text x="${number(LEFT + index * step + step / 2)}" y="${HEIGHT - 6}" text-anchor="middle">${label}</text>`,
)}
</svg></div>
<p class="legend"><span>${names[0]}</span><span class="second">${names[1]}</span></p>
<details class="more"><summary>The numbers</summary><div class="table-scroll" tabindex="0" role="region" aria-label="${title}: the numbers"><table><thead><tr><th>${columns[0]}</th><th class="number">${columns[1]}</th><th class="number">${columns[2]}</th></tr></thead><tbody>${bars.map(
    ({ label, value, second }) =>
      html`<tr><td>${label}</td><td class="number">${count(value)}</td><td class="number">${count(second)}</td></tr>`,
  )}</tbody></table></div></details>
</figure>`
}

/** The next value whose parts at the lines are round whole numbers. */
function niceTop(value: number): number {
  const part = Math.max(1, value / LINES)
  const scale = 10 ** Math.floor(Math.log10(part))
  const factor = [1, 2, 5, 10].find((candidate) => candidate * scale >= part) ?? 10
  return LINES * factor * scale
}

function short(value: number): string {
  if (value < 10_000) return count(value)
  return value < 1_000_000 ? `${count(value / 1_000)}k` : `${count(value / 1_000_000)}M`
}
