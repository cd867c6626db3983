import type { BoundElement } from '../template/bound-tree.js'

/** What `lang=""` says; an empty language, which PDF has as well, is none for validators. */
const UNKNOWN = 'und'

/** The language of an element, if it names another one than those around it. */
export function languageOf(node: BoundElement): string | undefined {
  const language = namedLanguage(node)
  if (language === undefined) return undefined
  const around = languageAround(node.parent)
  return isSame(language, around) ? undefined : language
}

/** The language of what stands in an element (HTML §3.2.6.2). */
export function languageAround(element: BoundElement | undefined): string {
  for (let node = element; node; node = node.parent) {
    const language = namedLanguage(node)
    if (language !== undefined) return language
  }
  return UNKNOWN
}

export function isSame(language: string, other: string): boolean {
  return language === other || language.toLowerCase() === other.toLowerCase()
}

/** Elements of drawings, where `xml:lang` counts first; on those of HTML it means nothing. */
const OF_DRAWINGS: ReadonlySet<string> = new Set(['svg', 'title', 'desc', 'text'])

function namedLanguage({ name, attributes }: BoundElement): string | undefined {
  if (attributes.size === 0) return undefined
  const language = OF_DRAWINGS.has(name) ? attributes.get('xml:lang') : undefined
  const named = language ?? attributes.get('lang')
  return named === undefined ? undefined : named.trim() || UNKNOWN
}
