import { isLanguage } from '../intl-names.js'
import { type FilterCall, wrongArgument } from './filter.js'

/**
 * The language that a filter formats in: the one that its argument names, as in `currency "USD" "de-CH"`, else that of
 * the element. Undefined, and reported, when the argument is not a language tag.
 */
export function languageArgument(call: FilterCall, position: number): string | undefined {
  if (position >= call.count) return call.language
  const tag = call.argument(position)
  return typeof tag === 'string' && isLanguage(tag) ? tag : wrongArgument(tag, 'a language such as "de-CH"', call)
}
