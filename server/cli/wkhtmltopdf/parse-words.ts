import { didYouMean } from '../../../engine/base/suggest.js'
import { CommandError } from '../command.js'
import { knownOption, longName, OPTION_NAMES } from './option-table.js'

/** Options with the words behind them: one list for each time that an option stands there, the last one last. */
export type GivenOptions = ReadonlyMap<string, readonly (readonly string[])[]>

/** Something that becomes pages. */
export interface JobObject {
  readonly kind: 'page' | 'cover' | 'toc'
  /** A file, or `-`; empty for a table of contents. */
  readonly input: string
  /** Those of the file and those for all pages before those of its own. */
  readonly options: GivenOptions
}

/** A command line as it was read. */
export interface Job {
  /** Options that hold for the file. */
  readonly file: GivenOptions
  readonly objects: readonly JobObject[]
  /** A file, or `-`. */
  readonly output: string
  /** Options that were given and do nothing, with the reason. */
  readonly notices: readonly string[]
}

type MutableOptions = Map<string, (readonly string[])[]>

/**
 * Reads the words of a command line of wkhtmltopdf: options for the file and for all pages first, then pages, each with
 * options of its own, and the output last. Options may be joined with their value by `=`, and those for the file may
 * stand anywhere, both of which the original refuses.
 *
 * @throws CommandError that names the word
 */
export function parseWords(words: readonly string[]): Job {
  const reader = new WordReader(words.slice(0, -1))
  reader.read()
  const output = words.at(-1)
  if (output === undefined || (output.startsWith('-') && output !== '-')) {
    throw new CommandError('the name of the PDF is missing: it is the last word, - for standard output')
  }
  if (reader.objects.length === 0) throw new CommandError('the page is missing: a file, or - for standard input')
  if (reader.objects.filter(({ input }) => input === '-').length > 1) {
    throw new CommandError('standard input can be read once: of several pages one may be -')
  }
  return {
    file: reader.file,
    objects: reader.objects.map(({ kind, input, own }) => ({ kind, input, options: joined(reader.shared, own) })),
    output,
    notices: reader.notices,
  }
}

function joined(shared: MutableOptions, own: MutableOptions): GivenOptions {
  const all: MutableOptions = new Map(shared)
  for (const [name, values] of own) {
    all.delete(oppositeOf(name))
    all.set(name, [...(shared.get(name) ?? []), ...values])
  }
  return all
}

/** The switch that undoes another, of which the last one counts. */
function oppositeOf(name: string): string {
  if (name.startsWith('no-')) return name.slice(3)
  for (const [on, off] of OPPOSITES) {
    if (name.startsWith(on)) return off + name.slice(on.length)
    if (name.startsWith(off)) return on + name.slice(off.length)
  }
  return `no-${name}`
}

const OPPOSITES = [
  ['enable-', 'disable-'],
  ['include-', 'exclude-'],
] as const

class WordReader {
  readonly file: MutableOptions = new Map()
  /** Those that stand in front of the first page. */
  readonly shared: MutableOptions = new Map()
  readonly objects: { kind: JobObject['kind']; input: string; own: MutableOptions }[] = []
  readonly notices: string[] = []
  #at = 0

  constructor(private readonly words: readonly string[]) {}

  read(): void {
    for (let word = this.#next(); word !== undefined; word = this.#next()) {
      if (word.startsWith('--')) this.#long(word.slice(2))
      else if (word.startsWith('-') && word !== '-') this.#short(word.slice(1))
      else this.#object(word)
    }
  }

  #next(): string | undefined {
    return this.words[this.#at++]
  }

  #object(word: string): void {
    if (word === 'toc') this.objects.push({ kind: 'toc', input: '', own: new Map() })
    else if (word === 'cover' || word === 'page') {
      const input = this.#next()
      if (input === undefined) throw new CommandError(`a file is missing behind "${word}"`)
      this.objects.push({ kind: word, input, own: new Map() })
    } else this.objects.push({ kind: 'page', input: word, own: new Map() })
  }

  #long(text: string): void {
    const [name = ''] = text.split('=', 1)
    const value = text.length > name.length ? text.slice(name.length + 1) : undefined
    this.#option(name, `--${name}`, value)
  }

  #short(letters: string): void {
    for (const letter of letters) this.#option(longName(letter) ?? letter, `-${letter}`, undefined)
  }

  #option(name: string, written: string, value: string | undefined): void {
    const option = knownOption(name)
    if (!option) throw new CommandError(`there is no option ${written}${hintFor(name)}`)
    const { words, scope, fate } = option
    if (value !== undefined && words === 0) throw new CommandError(`${written} takes no value`)
    const values = value === undefined ? [] : [value]
    while (values.length < words) {
      const word = this.#next()
      if (word === undefined) throw new CommandError(`a value is missing behind ${written}`)
      values.push(word)
    }
    if (fate.kind === 'refused') throw new CommandError(`${written} is not taken: ${fate.why}`)
    if (fate.kind === 'notice') this.notices.push(`${written} has no effect: ${fate.why}`)
    const target = scope === 'file' ? this.file : (this.objects.at(-1)?.own ?? this.shared)
    target.delete(oppositeOf(name))
    const given = target.get(name)
    if (given) given.push(values)
    else target.set(name, [values])
  }
}

function hintFor(name: string): string {
  return didYouMean(name, OPTION_NAMES).replace('mean "', 'mean "--')
}
