/** The languages that write the same characters differently, each with fonts of its own. */
export type CjkLanguage = 'ja' | 'ko' | 'zh-Hans' | 'zh-Hant'

/** Regions where Chinese is written with traditional characters when the tag does not say. */
const TRADITIONAL_REGIONS = new Set(['tw', 'hk', 'mo'])

/**
 * Whose forms of Han characters a BCP 47 tag asks for; undefined when it does not say.
 */
export function cjkLanguageOf(tag: string): CjkLanguage | undefined {
  if (tag === '') return undefined
  const [language, ...subtags] = tag.toLowerCase().split('-')
  switch (language) {
    case 'ja':
      return 'ja'
    case 'ko':
      return 'ko'
    case 'zh':
    case 'cmn':
      if (subtags.includes('hant')) return 'zh-Hant'
      if (subtags.includes('hans')) return 'zh-Hans'
      return subtags.some((subtag) => TRADITIONAL_REGIONS.has(subtag)) ? 'zh-Hant' : 'zh-Hans'
    case 'yue':
      return subtags.includes('hans') ? 'zh-Hans' : 'zh-Hant'
    default:
      return undefined
  }
}
