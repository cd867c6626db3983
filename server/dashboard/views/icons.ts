import { type Html, html } from '../html.js'

/** Drawn on a square of 24 with round lines; they say nothing that the text beside them does not. */
const DRAWINGS = {
  home: html`<path d="M4 11 12 4l8 7v8a1 1 0 0 1-1 1h-4v-6H9v6H5a1 1 0 0 1-1-1z"/>`,
  templates: html`<path d="M6 3h8l5 5v12a1 1 0 0 1-1 1H6a1 1 0 0 1-1-1V4a1 1 0 0 1 1-1z"/><path d="M14 3v5h5M9 13h6M9 17h6"/>`,
  partials: html`<rect x="4" y="4" width="16" height="6" rx="1"/><path d="M4 14h9v6H5a1 1 0 0 1-1-1zM17 14v6M14 17h6"/>`,
  requests: html`<path d="M4 6h16M4 12h16M4 18h10"/>`,
  keys: html`<circle cx="8" cy="14" r="4"/><path d="m11 11 8-8M16 6l3 3"/>`,
  webhooks: html`<circle cx="12" cy="6" r="3"/><circle cx="6" cy="17" r="3"/><circle cx="18" cy="17" r="3"/><path d="m10.6 8.7-3.2 5.6M13.4 8.7l3.2 5.6M9 17h6"/>`,
  usage: html`<path d="M4 20V10M10 20V4M16 20v-7M21 20H3"/>`,
  members: html`<circle cx="9" cy="8" r="3.5"/><path d="M3 20c0-3.5 2.7-6 6-6s6 2.5 6 6M16 5a3.5 3.5 0 0 1 0 6.5M21 20c0-3-1.700-5-4-5.700"/>`,
  settings: html`<path d="M4 7h10M18 7h2M4 17h2M10 17h10"/><circle cx="16" cy="7" r="2"/><circle cx="8" cy="17" r="2"/>`,
  audit: html`<path d="M12 3 5 6v5c0 4.500 3 8 7 10 4-2 7-5.500 7-10V6z"/><path d="m9 12 2 2 4-4"/>`,
  admin: html`<rect x="4" y="4" width="16" height="7" rx="1"/><rect x="4" y="13" width="16" height="7" rx="1"/><path d="M8 7.500h.01M8 16.500h.01"/>`,
  user: html`<circle cx="12" cy="8" r="4"/><path d="M4 21c0-4 3.500-7 8-7s8 3 8 7"/>`,
  search: html`<circle cx="10.500" cy="10.500" r="6.500"/><path d="m20 20-4.800-4.800"/>`,
  copy: html`<rect x="9" y="9" width="11" height="11" rx="2"/><path d="M5 15V5a1 1 0 0 1 1-1h9"/>`,
} as const

export type IconName = keyof typeof DRAWINGS

export function icon(name: IconName): Html {
  return html`<svg class="icon" viewBox="0 0 24 24" width="18" height="18" aria-hidden="true">${DRAWINGS[name]}</svg>`
}
