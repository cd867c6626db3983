import { createRequire } from 'node:module'

/** A language with hyphenation patterns. */
export interface HyphenationLanguage {
  /** The tag whose rules turn capitals into the small letters of the patterns. */
  readonly tag: string
  /** Name of the pattern file. */
  readonly file: string
  /** Letters that stay together at the start and end of a word where the style leaves it open. */
  readonly before: number
  readonly after: number
  /** The patterns know the apostrophe, in its ASCII form, as a part of words. */
  readonly apostrophes: boolean
}

/** Patterns of a language: a trie by letters that ends in numbers of `levels`, and words hyphenated otherwise. */
export interface HyphenationPatterns {
  readonly levels: readonly (readonly number[])[]
  readonly trie: PatternTrie
  readonly exceptions: ReadonlyMap<string, readonly number[]>
}

/** Children by letter, the number of a pattern that ends here, or both. */
export type PatternNode = number | PatternTrie | readonly [PatternTrie, number]

export interface PatternTrie {
  readonly [letter: string]: PatternNode
}

/**
 * Only languages whose patterns are in the public domain or under MIT, BSD or LPPL licences. Czech, Hungarian,
 * Irish, Latvian and Slovak are missing for that reason.
 */
const LANGUAGES: ReadonlyMap<string, HyphenationLanguage> = new Map([
  ...language(['be'], 'be'),
  ...language(['bg'], 'bg'),
  ...language(['ca'], 'ca'),
  ...language(['da'], 'da'),
  ...language(['de', 'de-1996'], 'de-1996'),
  ...language(['de-1901', 'de-de-1901', 'de-at-1901'], 'de-1901'),
  ...language(['de-ch-1901'], 'de-ch-1901'),
  ...language(['el'], 'el-monoton'),
  ...language(['en', 'en-us'], 'en-us', { after: 3 }),
  ...language(['en-gb', 'en-au', 'en-ie', 'en-in', 'en-nz', 'en-za'], 'en-gb', { after: 3 }),
  ...language(['es'], 'es'),
  ...language(['et'], 'et', { after: 3 }),
  ...language(['fi'], 'fi'),
  ...language(['fr'], 'fr', { after: 3, apostrophes: true }),
  ...language(['hr', 'bs'], 'hr'),
  ...language(['it'], 'it', { apostrophes: true }),
  ...language(['lt'], 'lt'),
  ...language(['nb', 'no'], 'nb'),
  ...language(['nl'], 'nl'),
  ...language(['nn'], 'nn'),
  ...language(['pl'], 'pl'),
  ...language(['pt'], 'pt', { after: 3 }),
  ...language(['ru'], 'ru'),
  ...language(['sl'], 'sl'),
  ...language(['sv'], 'sv'),
  ...language(['tr'], 'tr'),
  ...language(['uk'], 'uk', { apostrophes: true }),
])

function language(
  tags: readonly [string, ...string[]],
  file: string,
  { after = 2, apostrophes = false }: { readonly after?: number; readonly apostrophes?: boolean } = {},
): readonly (readonly [string, HyphenationLanguage])[] {
  const found = { tag: tags[0], file, before: 2, after, apostrophes }
  return tags.map((tag) => [tag, found])
}

/** The patterns for a BCP 47 tag: those of its longest known prefix. */
export function hyphenationLanguage(tag: string): HyphenationLanguage | undefined {
  let prefix = tag.toLowerCase()
  for (;;) {
    const found = LANGUAGES.get(prefix)
    if (found) return found
    const end = prefix.lastIndexOf('-')
    if (end < 0) return undefined
    prefix = prefix.slice(0, end)
  }
}

type PatternFile = readonly [
  levels: HyphenationPatterns['levels'],
  trie: PatternTrie,
  exceptions: Readonly<Record<string, readonly number[]>> | undefined,
]

const load: (name: string) => unknown = createRequire(import.meta.url)

const loaded = new Map<string, HyphenationPatterns>()

/**
 * The patterns of a language, read when first needed. Of the package, only its data are used: its own function
 * keeps every word it ever saw.
 */
export function patternsOf({ file }: HyphenationLanguage): HyphenationPatterns {
  const known = loaded.get(file)
  if (known) return known
  const [levels, trie, exceptions] = load(`hyphen/patterns/${file}.js`) as PatternFile
  const patterns = { levels, trie, exceptions: readExceptions(exceptions ?? {}) }
  loaded.set(file, patterns)
  return patterns
}

/** AD-HOC: the package counts the hyphens before a place among the letters; we do not. */
function readExceptions(words: Readonly<Record<string, readonly number[]>>): HyphenationPatterns['exceptions'] {
  const exceptions = new Map<string, readonly number[]>()
  for (const [word, places] of Object.entries(words)) {
    exceptions.set(
      word,
      places.map((place, hyphens) => place - hyphens),
    )
  }
  return exceptions
}
