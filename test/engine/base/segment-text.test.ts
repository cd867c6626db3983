import t from 'tap'
import { segmentText, type TextSegmenter } from '../../../engine/base/segment-text.js'

const TEXTS: Readonly<Record<string, string>> = {
  'families of emoji': '👨‍👩‍👧‍👦'.repeat(300),
  'flags, two code points each': '🇩🇪🇫🇷'.repeat(400),
  'letters with marks': 'a\u0301\u0323 e\u0308'.repeat(500),
  'one letter with thousands of marks': `a${'\u0301'.repeat(5000)}b c`,
  'soft hyphens': 'ab\u00ad'.repeat(900),
  'Thai without spaces': 'สวัสดีครับผมชื่อสมชายและผมอาศัยอยู่ในกรุงเทพมหานคร'.repeat(60),
  'words with apostrophes and numbers': "it's 1,234.5 o'clock. ".repeat(200),
  'one long word': 'x'.repeat(4000),
}

t.test('a long text has the segments that it has as a whole', (t) => {
  for (const granularity of ['grapheme', 'word'] as const) {
    const segmenter = new Intl.Segmenter('th', { granularity })
    for (const [name, text] of Object.entries(TEXTS)) {
      const whole = [...segmenter.segment(text)].map(({ segment, index }) => ({ segment, index }))
      t.same([...segmentText(segmenter, text)], whole, `${name}, by ${granularity}`)
    }
  }
  t.end()
})

t.test('a text twice as long is given to the segmenter in twice as many parts, none of them much longer', (t) => {
  for (const [name, text] of Object.entries(TEXTS)) {
    if (name.startsWith('one ')) continue
    const once = workOf(text.repeat(4))
    const twice = workOf(text.repeat(8))
    t.ok(twice.copied < once.copied * 2.2, `${name}: ${once.copied}, then ${twice.copied} code units copied`)
  }
  const marks = workOf(`a${'\u0301'.repeat(50_000)}${'b'.repeat(50_000)}`)
  t.ok(marks.copied < 100_000 * 2000, `one segment as long as the text before many short ones: ${marks.copied}`)
  t.end()
})

/** Counts the copies that V8's segmenter makes: its whole text for each segment that is taken from it. */
function workOf(text: string): { readonly copied: number } {
  const segmenter = new Intl.Segmenter('th', { granularity: 'grapheme' })
  let copied = 0
  const counting: TextSegmenter = {
    *segment(part) {
      for (const each of segmenter.segment(part)) {
        copied += part.length
        yield each
      }
    },
  }
  for (const _segment of segmentText(counting, text));
  return { copied }
}
