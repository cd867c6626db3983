import { createRandom, pick } from '../../benchmarks/random.js'
import {
  compileTemplate,
  type FontLibrary,
  LimitError,
  renderDocument,
  type Standard,
  TemplateError,
} from '../../engine/index.js'
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
  readonly settings: FuzzSettings
}

/** How a document is made: what is asked of the engine besides the markup. */
interface FuzzSettings {
  readonly profile: 'print' | 'browser'
  readonly forms: boolean
  readonly standard: readonly Standard[]
}

const STANDARDS: readonly [readonly Standard[], ...(readonly Standard[])[]] = [
  [],
  [],
  ['pdf/ua-1'],
  ['pdf/ua-1', 'pdf/a-3a'],
  ['pdf/a-2b'],
]

/** The mutated document of a number: the same for the same corpus. */
export function fuzzCase(corpus: readonly FuzzSource[], seed: number): FuzzCase {
  const random = createRandom(seed)
  const source = corpus[Math.floor(random() * corpus.length)]
  if (!source) throw new Error('the corpus is empty')
  const others = corpus.map(({ html }) => html)
  const html = mutate(source.html, others, random)
  const profile = random() < 0.5 ? 'print' : 'browser'
  return { source, html, settings: { profile, forms: random() < 0.3, standard: pick(random, STANDARDS) } }
}

export function runCase({ source, html, settings }: FuzzCase, fonts: FontLibrary): FuzzOutcome {
  const { profile, forms, standard } = settings
  try {
    const template = compileTemplate({ html, assets: source.assets, profile, forms }, { fonts, limits: LIMITS })
    const options = { date: DATE, limits: LIMITS, standard, nonconforming: 'report' } as const
    return { kind: 'pdf', pdf: renderDocument(template, source.data, options).pdf }
  } catch (error) {
    if (error instanceof TemplateError || error instanceof LimitError) return { kind: 'refused', error }
    return { kind: 'crashed', error }
  }
}
