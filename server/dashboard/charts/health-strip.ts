import { type Html, html } from '../html.js'

const BAR = 6
const GAP = 2
const HEIGHT = 24

/** One bar for each of the last events, the newest at the right. */
export function healthStrip(outcomes: readonly ('good' | 'bad' | 'none')[], label: string): Html {
  const width = outcomes.length * (BAR + GAP)
  return html`<svg class="health" viewBox="0 0 ${Math.max(width, 1)} ${HEIGHT}" preserveAspectRatio="xMinYMid meet" role="img" aria-label="${label}">${outcomes.map(
    (outcome, index) =>
      html`<rect class="${outcome}" x="${index * (BAR + GAP)}" y="0" width="${BAR}" height="${HEIGHT}" rx="1.5"/>`,
  )}</svg>`
}
