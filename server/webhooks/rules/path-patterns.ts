import { BoundedCache } from '../../../engine/base/bounded-cache.js'
import { compilePattern, type Pattern } from './pattern.js'

/** Tells whether a pattern is found in a template's endpoint path. */
export type MatchesPath = (pattern: string, path: string) => boolean

/** Compiled patterns kept; those of all organizations with endpoints that choose by path. */
const MAX_PATTERNS = 500

/** Answers kept: patterns times the paths of templates. */
const MAX_ANSWERS = 10_000

/** Patterns of endpoints, compiled once, and what they say of paths, found out once. */
export class PathPatterns {
  readonly #patterns = new BoundedCache<string, Pattern>(MAX_PATTERNS)
  readonly #answers = new BoundedCache<string, boolean>(MAX_ANSWERS)

  constructor(private readonly compile: typeof compilePattern = compilePattern) {}

  /** Results known already. */
  readonly recall = (pattern: string, path: string): boolean | undefined => this.#answers.get(`${path} ${pattern}`)

  /** Runs the pattern if need be. @throws PatternError */
  readonly matches: MatchesPath = (pattern, path) => {
    const known = this.recall(pattern, path)
    if (known !== undefined) return known
    let compiled = this.#patterns.get(pattern)
    if (!compiled) {
      compiled = this.compile(pattern)
      this.#patterns.set(pattern, compiled)
    }
    const answer = compiled.isIn(path)
    this.#answers.set(`${path} ${pattern}`, answer)
    return answer
  }
}
