import { isJsonObject, parseJson } from '../../render/parse-json.js'
import { type Html, html } from '../html.js'

/** A text as it is. */
export function rawBlock(text: string): Html {
  return html`<pre class="block" tabindex="0"><code>${text}</code></pre>`
}

/** JSON in several lines; another text as it is. */
export function jsonBlock(text: string): Html {
  return rawBlock(formatted(text))
}

/** JSON in several lines where that is what a text is. */
export function formatted(text: string): string {
  const parsed = parseJson(Buffer.from(text))
  if (parsed.kind === 'malformed' || !(isJsonObject(parsed.value) || Array.isArray(parsed.value))) return text
  return JSON.stringify(parsed.value, undefined, 2)
}
