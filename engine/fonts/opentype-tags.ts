import { type CjkLanguage, cjkLanguageOf } from './cjk-languages.js'

/** Script tags of the newer Indic shaping model, tried before the older ones (OpenType 1.9, "Script tags"). */
const NEWER_SCRIPT_TAGS: ReadonlyMap<string, readonly string[]> = new Map([
  ['beng', ['bng2', 'beng']],
  ['deva', ['dev2', 'deva']],
  ['gujr', ['gjr2', 'gujr']],
  ['guru', ['gur2', 'guru']],
  ['knda', ['knd2', 'knda']],
  ['mlym', ['mlm2', 'mlym']],
  ['mymr', ['mym2', 'mymr']],
  ['orya', ['ory2', 'orya']],
  ['taml', ['tml2', 'taml']],
  ['telu', ['tel2', 'telu']],
])

/** The script tags under which a font may keep a script's features, best first. */
export function scriptTags(script: string): readonly string[] {
  return NEWER_SCRIPT_TAGS.get(script) ?? [script]
}

/**
 * OpenType language tags of the languages for which fonts are known to draw other forms (OpenType 1.9,
 * "Language system tags").
 */
const LANGUAGE_TAGS: ReadonlyMap<string, string> = new Map([
  ['ar', 'ARA '],
  ['az', 'AZE '],
  ['bg', 'BGR '],
  ['bn', 'BEN '],
  ['ca', 'CAT '],
  ['crh', 'CRT '],
  ['fa', 'FAR '],
  ['he', 'IWR '],
  ['hi', 'HIN '],
  ['kk', 'KAZ '],
  ['ks', 'KSH '],
  ['ku', 'KUR '],
  ['mk', 'MKD '],
  ['mo', 'MOL '],
  ['mr', 'MAR '],
  ['ne', 'NEP '],
  ['nl', 'NLD '],
  ['pl', 'PLK '],
  ['ro', 'ROM '],
  ['sa', 'SAN '],
  ['sd', 'SND '],
  ['sr', 'SRB '],
  ['tr', 'TRK '],
  ['tt', 'TAT '],
  ['ur', 'URD '],
])

/** For fonts with the forms of several languages. */
const CJK_TAGS: Readonly<Record<CjkLanguage, string>> = {
  ja: 'JAN ',
  ko: 'KOR ',
  'zh-Hans': 'ZHS ',
  'zh-Hant': 'ZHT ',
}

/** The OpenType language tag of a BCP 47 tag, undefined when no font distinguishes the language. */
export function languageTag(language: string): string | undefined {
  if (language === '') return undefined
  const cjk = cjkLanguageOf(language)
  if (cjk !== undefined) return CJK_TAGS[cjk]
  const dash = language.indexOf('-')
  return LANGUAGE_TAGS.get((dash < 0 ? language : language.slice(0, dash)).toLowerCase())
}
