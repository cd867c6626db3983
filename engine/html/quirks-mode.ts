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

/** These select quirks mode only without a system identifier. */
const QUIRKS_WITHOUT_SYSTEM_ID = ['-//w3c//dtd html 4.01 frameset//', '-//w3c//dtd html 4.01 transitional//']

const DOCTYPE = /^doctype\s+([^\s>]+)(?:\s+(public|system)\s*("[^"]*"|'[^']*')?\s*("[^"]*"|'[^']*')?)?/i

/** Whether a doctype, given without `<!` and `>`, selects quirks mode. Limited quirks mode counts as none. */
export function selectsQuirksMode(declaration: string): boolean {
  const match = DOCTYPE.exec(declaration)
  if (match?.[1]?.toLowerCase() !== 'html') return true
  if (match[2]?.toLowerCase() !== 'public') return false
  if (match[3] === undefined) return true
  const publicId = match[3].slice(1, -1).toLowerCase()
  if (publicId === 'html' || publicId === '-//w3o//dtd w3 html strict 3.0//en//') return true
  if (QUIRKS_PUBLIC_IDS.some((beginning) => publicId.startsWith(beginning))) return true
  return match[4] === undefined && QUIRKS_WITHOUT_SYSTEM_ID.some((beginning) => publicId.startsWith(beginning))
}
