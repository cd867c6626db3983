import type { DocumentMode } from './html-tree.js'

/** Public identifiers of HTML before 4.01 strict, by their beginnings (html.spec.whatwg.org §13.2.6.4.1, shortened
 * where a common beginning covers several entries of the specification's list). */
const QUIRKS_PUBLIC_IDS = [
  '+//silmaril//dtd html pro',
  '-//as//dtd html',
  '-//advasoft ltd//dtd html',
  '-//ietf//dtd html',
  '-//metrius//dtd metrius presentational',
  '-//microsoft//dtd internet explorer',
  '-//netscape comm. corp.//dtd',
  "-//o'reilly and associates//dtd html",
  '-//softquad',
  '-//spyglass//dtd html',
  '-//sun microsystems corp.//dtd hotjava',
  '-//w3c//dtd html 3',
  '-//w3c//dtd html 4.0 frameset//',
  '-//w3c//dtd html 4.0 transitional//',
  '-//w3c//dtd html experimental',
  '-//w3c//dtd w3 html',
  '-//w3o//dtd w3 html',
  '-//webtechs//dtd mozilla html',
  '-/w3c/dtd html 4.0 transitional/en',
]

/** These select quirks mode only without a system identifier, limited quirks mode with one. */
const LIMITED_WITH_SYSTEM_ID = ['-//w3c//dtd html 4.01 frameset//', '-//w3c//dtd html 4.01 transitional//']

const LIMITED_PUBLIC_IDS = ['-//w3c//dtd xhtml 1.0 frameset//', '-//w3c//dtd xhtml 1.0 transitional//']

const DOCTYPE = /^doctype\s+([^\s>]+)(?:\s+(public|system)\s*("[^"]*"|'[^']*')?\s*("[^"]*"|'[^']*')?)?/i

/** The mode that a doctype, given without `<!` and `>`, selects. */
export function documentMode(declaration: string): DocumentMode {
  const match = DOCTYPE.exec(declaration)
  if (match?.[1]?.toLowerCase() !== 'html') return 'quirks'
  if (match[2]?.toLowerCase() !== 'public') return 'no-quirks'
  if (match[3] === undefined) return 'quirks'
  const publicId = match[3].slice(1, -1).toLowerCase()
  const begins = (beginning: string) => publicId.startsWith(beginning)
  if (publicId === 'html' || publicId === '-//w3o//dtd w3 html strict 3.0//en//') return 'quirks'
  if (QUIRKS_PUBLIC_IDS.some(begins)) return 'quirks'
  if (LIMITED_PUBLIC_IDS.some(begins)) return 'limited-quirks'
  if (!LIMITED_WITH_SYSTEM_ID.some(begins)) return 'no-quirks'
  return match[4] === undefined ? 'quirks' : 'limited-quirks'
}
