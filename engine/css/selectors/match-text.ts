import { asciiLowerCase } from '../../base/ascii-case.js'
import { assertNever } from '../../base/invariant.js'
import type { AttributeTest } from './selector.js'

/** Whether a list of words separated by white space contains `word`, without splitting it. */
export function hasWord(list: string, word: string): boolean {
  if (list === word) return true
  for (let at = list.indexOf(word); at !== -1; at = list.indexOf(word, at + 1)) {
    const end = at + word.length
    if ((at === 0 || isSpace(list, at - 1)) && (end === list.length || isSpace(list, end))) return true
  }
  return false
}

function isSpace(text: string, index: number): boolean {
  const code = text.charCodeAt(index)
  return code === 32 || (code >= 9 && code <= 13 && code !== 11)
}

export function matchAttribute(test: AttributeTest, actual: string): boolean {
  const value = test.ignoreCase ? asciiLowerCase(actual) : actual
  switch (test.operator) {
    case 'exists':
      return true
    case 'equals':
      return value === test.value
    case 'word':
      return test.value !== '' && !/\s/.test(test.value) && hasWord(value, test.value)
    case 'hyphen':
      return value === test.value || value.startsWith(`${test.value}-`)
    case 'start':
      return test.value !== '' && value.startsWith(test.value)
    case 'end':
      return test.value !== '' && value.endsWith(test.value)
    case 'substring':
      return test.value !== '' && value.includes(test.value)
    default:
      return assertNever(test.operator)
  }
}

/** Extended filtering of RFC 4647 §3.3.2, as selectors-4 §7.2 asks. */
export function matchLanguage(ranges: readonly string[], language: string): boolean {
  const tags = asciiLowerCase(language).split('-')
  return ranges.some((range) => (range === '' ? language === '' : language !== '' && inRange(range.split('-'), tags)))
}

function inRange(range: readonly string[], tags: readonly string[]): boolean {
  if (range[0] !== '*' && range[0] !== tags[0]) return false
  let at = 1
  for (const part of range.slice(1)) {
    if (part === '*') continue
    while (at < tags.length && tags[at] !== part) {
      if (tags[at]?.length === 1) return false
      at++
    }
    if (at >= tags.length) return false
    at++
  }
  return true
}
