import t from 'tap'
import { keepPhrases } from '../../../../engine/layout/inline/keep-phrases.js'
import { findBreaks } from '../../../../engine/layout/inline/line-breaks.js'

/** The phrases of a text: what lines may not break within. */
function phrases(text: string, language = 'ja'): string {
  const breaks = findBreaks(text)
  keepPhrases(language, text, breaks, 0, text.length)
  return Array.from(text, (character, index) => (breaks[index] === 1 ? `|${character}` : character)).join('')
}

t.test('lines of Japanese break between phrases', (t) => {
  t.equal(phrases('今日は天気です。'), '今日は|天気です。')
  t.equal(phrases('東京で請求書を送る'), '東京で|請求|書を|送る')
  t.equal(phrases('コンピューターを買う'), 'コンピューターを|買う')
  t.end()
})

t.test('other languages break as they do otherwise', (t) => {
  t.equal(phrases('今日は天气', 'zh'), '今|日|は|天|气')
  t.equal(phrases('two words'), 'two |words')
  t.end()
})
