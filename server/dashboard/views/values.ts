import { type Html, html } from '../html.js'
import { icon } from './icons.js'

const MONTHS = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec']

/** A moment, in UTC; a script writes it in the reader's own zone and leaves UTC as what the pointer shows. */
export function time(at: number): Html {
  const iso = new Date(at).toISOString()
  return html`<time datetime="${iso}" title="${iso.replace('T', ' ').replace('Z', ' UTC')}">${shortTime(at)}</time>`
}

/** The same with seconds, where moments follow each other quickly. */
export function exactTime(at: number): Html {
  const iso = new Date(at).toISOString()
  return html`<time datetime="${iso}" title="${iso.replace('T', ' ').replace('Z', ' UTC')}" data-seconds>${day(at)}, ${iso.slice(11, 19)} UTC</time>`
}

/** `23 Nov 2026, 01:50 UTC` */
export function shortTime(at: number): string {
  return `${day(at)}, ${new Date(at).toISOString().slice(11, 16)} UTC`
}

/** `23 Nov 2026`, in UTC. */
export function day(at: number): string {
  const date = new Date(at)
  return `${date.getUTCDate()} ${MONTHS[date.getUTCMonth()]} ${date.getUTCFullYear()}`
}

/** An id in full, with a button that copies it where there are scripts. */
export function copyable(text: string, label = 'Copy'): Html {
  return html`<span class="copyable"><code>${text}</code><button type="button" class="icon-button" data-copy="${text}" aria-label="${label}" title="${label}" hidden>${icon('copy')}</button></span>`
}

/** An id that leads to its page, with a button that copies it. */
export function copyableLink(to: string, text: string, label: string): Html {
  return html`<span class="copyable"><a href="${to}"><code>${text}</code></a><button type="button" class="icon-button" data-copy="${text}" aria-label="${label}" title="${label}" hidden>${icon('copy')}</button></span>`
}

/**
 * Who has changed something: a user, a key, or the service itself.
 *
 * @param base the address of the organization's pages, without a slash at its end
 */
export function author(actor: string | undefined, base: string): Html {
  if (actor === undefined) return html`<span class="muted">the service</span>`
  return actor.startsWith('key_') ? html`<a href="${base}/keys/${actor}">an API key</a>` : email(actor)
}

/** An address that breaks, where it must, at its signs. */
export function email(address: string): Html {
  const parts = address.split(/(?<=@)|(?=\.)/)
  return html`<span class="email">${parts.map((part, index) => (index === 0 ? html`${part}` : html`<wbr>${part}`))}</span>`
}

/** Something to be typed into a terminal. */
export function commandBlock(text: string, label = 'Copy the command'): Html {
  return html`<div class="code"><pre tabindex="0"><code>${text}</code></pre><button type="button" class="copy-button" data-copy="${text}" aria-label="${label}" hidden>${icon('copy')} Copy</button></div>`
}

export type Tone = 'good' | 'bad' | 'warn' | 'busy' | 'neutral'

export function badge(text: string, tone: Tone): Html {
  return html`<span class="badge ${tone}">${text}</span>`
}

/** A word at the beginning of a line. */
export function capitalized(word: string): string {
  return word.charAt(0).toUpperCase() + word.slice(1)
}

const NUMBERS = new Intl.NumberFormat('en-US')

/** `12,345` */
export function count(value: number): string {
  return NUMBERS.format(value)
}

/** `1 document`, `2,000 documents` */
export function plural(value: number, one: string, many = `${one}s`): string {
  return `${count(value)} ${value === 1 ? one : many}`
}

const UNITS = ['bytes', 'kB', 'MB', 'GB', 'TB']

/** `312 bytes`, `20.5 kB`, in units of 1,000. */
export function bytes(value: number): string {
  if (value === 1) return '1 byte'
  let unit = 0
  let size = value
  while (size >= 1_000 && unit < UNITS.length - 1) {
    size /= 1_000
    unit++
  }
  const digits = unit === 0 || size >= 100 ? 0 : 1
  return `${size.toFixed(digits)} ${UNITS[unit]}`
}

/** `8 ms`, `1.2 s`, `3 min` */
export function duration(ms: number): string {
  if (ms < 1_000) return `${Math.round(ms)} ms`
  if (ms < 60_000) return `${(ms / 1_000).toFixed(ms < 10_000 ? 1 : 0)} s`
  if (ms < 3_600_000) return `${Math.round(ms / 60_000)} min`
  return ms < 172_800_000 ? `${Math.round(ms / 3_600_000)} h` : `${Math.round(ms / 86_400_000)} days`
}

/** `3 minutes ago`, as of the moment at which the page was made. */
export function ago(at: number, now: number): Html {
  const iso = new Date(at).toISOString()
  return html`<time datetime="${iso}" title="${iso.replace('T', ' ').replace('Z', ' UTC')}" data-relative>${agoText(now - at)}</time>`
}

function agoText(ms: number): string {
  if (ms < 60_000) return 'just now'
  if (ms < 3_600_000) return `${plural(Math.floor(ms / 60_000), 'minute')} ago`
  if (ms < 86_400_000) return `${plural(Math.floor(ms / 3_600_000), 'hour')} ago`
  return `${plural(Math.floor(ms / 86_400_000), 'day')} ago`
}
