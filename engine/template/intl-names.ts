import { acceptedByIntl } from '../base/accepted-by-intl.js'

/** The language that documents are formatted in which name none. */
export const DEFAULT_LANGUAGE = 'en'

/** Whether a text is a language tag that Intl accepts (BCP 47). */
export function isLanguage(tag: string): boolean {
  return acceptedByIntl(`language ${tag}`, () => Intl.getCanonicalLocales(tag).length > 0)
}
