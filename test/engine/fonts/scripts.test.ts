import t from 'tap'
import { scriptOf } from '../../../engine/fonts/scripts.js'

t.test('characters belong to the script whose OpenType tag is given', (t) => {
  const cases: Readonly<Record<string, string>> = {
    latn: 'AzßŁẾﬁ',
    grek: 'Ωά',
    cyrl: 'Яђ',
    arab: 'سﷲﻻ',
    hebr: 'שּ',
    deva: 'निं',
    beng: 'বা',
    taml: 'த',
    telu: 'తె',
    gujr: 'ગ',
    guru: 'ਪ',
    knda: 'ಕ',
    mlym: 'മ',
    thai: 'ก็ำ',
    geor: 'ქ',
    armn: 'Հ',
    hani: '漢々',
    kana: 'かカ',
    hang: '한ㄱ',
    zyyy: ' 0.,(€–×؟،।\u0301\u200d😀',
  }
  for (const [tag, characters] of Object.entries(cases)) {
    for (const character of characters)
      t.equal(scriptOf(character.codePointAt(0) ?? 0), common(tag, character), character)
  }
  t.end()
})

/** Marks that several scripts share are inherited: they count as common. */
function common(tag: string, character: string): string {
  return /\p{Script=Inherited}|\p{Script=Common}/u.test(character) ? 'zyyy' : tag
}

t.test('the table agrees with the Unicode data of the platform', (t) => {
  const scripts: Readonly<Record<string, RegExp>> = {
    latn: /\p{Script=Latin}/u,
    grek: /\p{Script=Greek}/u,
    cyrl: /\p{Script=Cyrillic}/u,
    arab: /\p{Script=Arabic}/u,
    hebr: /\p{Script=Hebrew}/u,
    deva: /\p{Script=Devanagari}/u,
    thai: /\p{Script=Thai}/u,
    hani: /\p{Script=Han}/u,
    kana: /[\p{Script=Hiragana}\p{Script=Katakana}]/u,
    hang: /\p{Script=Hangul}/u,
  }
  const wrong: string[] = []
  for (let codePoint = 0; codePoint < 0x11000; codePoint++) {
    const character = String.fromCodePoint(codePoint)
    if (/\p{Cn}|\p{Cs}/u.test(character)) continue
    for (const [tag, pattern] of Object.entries(scripts)) {
      if (pattern.test(character) !== (scriptOf(codePoint) === tag)) wrong.push(`${codePoint.toString(16)} ${tag}`)
    }
  }
  t.same(wrong, [])
  t.end()
})
