import { createRandom } from '../../benchmarks/random.js'
import { compileTemplate, type FontLibrary, LimitError, renderDocument, TemplateError } from '../../engine/index.js'
import type { FuzzSource } from './corpus.js'
import { mutate } from './mutate.js'

/** Enough for every rule to meet every other, and soon over. */
const LIMITS = { pages: 300, elements: 20_000 }

const DATE = new Date('2026-01-01T00:00:00Z')

export type FuzzOutcome =
  | { readonly kind: 'pdf'; readonly pdf: Uint8Array }
  /** A clear error of the documented kinds. */
  | { readonly kind: 'refused'; readonly error: TemplateError | LimitError }
  | { readonly kind: 'crashed'; readonly error: unknown }

export interface FuzzCase {
  readonly source: FuzzSource
  readonly html: string
}

/** The mutated document of a number: the same for the same corpus. */
export function fuzzCase(corpus: readonly FuzzSource[], seed: number): FuzzCase {
  const random = createRandom(seed)
  const source = corpus[Math.floor(random() * corpus.length)]
  if (!source) throw new Error('the corpus is empty')
  const others = corpus.map(({ html }) => html)
  return { source, html: mutate(source.html, others, random) }
}

export function runCase({ source, html }: FuzzCase, fonts: FontLibrary): FuzzOutcome {
  try {
    const template = compileTemplate({ html, assets: source.assets }, { fonts, limits: LIMITS })
    return { kind: 'pdf', pdf: renderDocument(template, source.data, { date: DATE, limits: LIMITS }).pdf }
  } catch (error) {
    if (error instanceof TemplateError || error instanceof LimitError) return { kind: 'refused', error }
    return { kind: 'crashed', error }
  }
}
