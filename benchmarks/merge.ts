/**
 * Several documents as one: 200 letters by `renderDocumentsStream` against 200 files joined by `qpdf --empty --pages`, in
 * bytes and time, with the links, outline entries and tags that each file has in the end; and the memory that a file of
 * 2,000 letters takes while it is streamed to disk.
 *
 *     npm run bench:merge
 *
 * Ends with 1 if the one file has 40 % of the bytes or more, takes 60 % of the time or more, has lost something, or if
 * memory grows with the letters.
 */
import { spawnSync } from 'node:child_process'
import { closeSync, mkdtempSync, openSync, readFileSync, rmSync, statSync, writeFileSync, writeSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import {
  type CompiledTemplate,
  compileTemplate,
  createFontLibrary,
  type DocumentToMerge,
  type MergeSummary,
  renderDocument,
  renderDocumentsStream,
} from '../engine/index.js'
import { keepGarbageYoung } from './keep-garbage-young.js'
import { loadTemplate } from './load-template.js'
import { varyData } from './vary-data.js'

const LETTERS = 200
const MANY_LETTERS = 2_000
const ROUNDS = 5

const MOST_BYTES = 0.4
const MOST_TIME = 0.6

/** What each letter may leave in memory: its structure, its entries in the outline and its summary. */
const MOST_KEPT = 10_000

/** In each letter: a link to a place further down, and one out of it. */
const LINKS = '<p><a href="#end">The enclosures</a> and <a href="https://brandis-oehme.example">the studio</a></p>'

const DATE = new Date('2026-01-01T00:00:00Z')

interface Counts {
  readonly links: number
  /** Links and entries that lead nowhere. */
  readonly dead: number
  readonly entries: number
  readonly tags: number
}

/** @param pdf a file, whose objects qpdf unpacks */
function countsOf(pdf: string): Counts {
  const unpacked = `${pdf}.unpacked`
  run('qpdf', ['--stream-data=uncompress', '--object-streams=disable', pdf, unpacked])
  const text = readFileSync(unpacked, 'latin1')
  const count = (pattern: RegExp) => text.match(pattern)?.length ?? 0
  return {
    links: count(/\/Subtype \/Link\b/g),
    dead: count(/\/Dest \[\s*null\b/g),
    entries: count(/\/Parent \d+ 0 R\s+(?:\/Prev \d+ 0 R\s+)?\/Title\b/g),
    tags: count(/\/P \d+ 0 R(?:\s+\/Pg \d+ 0 R)?\s+\/S \/\w+/g),
  }
}

function run(command: string, args: readonly string[]): void {
  const { status, stderr, error } = spawnSync(command, args, { encoding: 'utf8' })
  if (error) throw error
  // qpdf ends with 3 when it has warned.
  if (status !== 0 && status !== 3) throw new Error(`${command} ended with ${status}: ${stderr}`)
}

function lettersOf(template: CompiledTemplate, sample: Parameters<typeof varyData>[0], count: number) {
  return Array.from({ length: count }, (_, index): DocumentToMerge => ({ template, data: varyData(sample, index) }))
}

function writeOne(file: string, letters: readonly DocumentToMerge[], afterChunk: () => void = () => {}): MergeSummary {
  const descriptor = openSync(file, 'w')
  try {
    const stream = renderDocumentsStream(letters, { date: DATE })
    for (;;) {
      const next = stream.next()
      if (next.done) return next.value
      writeSync(descriptor, next.value)
      afterChunk()
    }
  } finally {
    closeSync(descriptor)
  }
}

function writeJoined(file: string, folder: string, letters: readonly DocumentToMerge[]): void {
  const names = letters.map(({ template, data }, index) => {
    const name = join(folder, `${index}.pdf`)
    writeFileSync(name, renderDocument(template, data, { date: DATE }).pdf)
    return name
  })
  run('qpdf', ['--empty', '--pages', ...names, '--', file])
}

function timed(work: () => void): number {
  const start = performance.now()
  work()
  return performance.now() - start
}

/** Bytes that are in use behind each hundredth piece of the file. */
function memoryWhile(file: string, letters: readonly DocumentToMerge[]): readonly number[] {
  const collect = globalThis.gc
  if (!collect) throw new Error('start node with --expose-gc')
  const used: number[] = []
  let pieces = 0
  writeOne(file, letters, () => {
    if (pieces++ % 5 !== 0) return
    collect()
    const { heapUsed, external } = process.memoryUsage()
    used.push(heapUsed + external)
  })
  return used
}

const percent = (ratio: number) => `${(100 * ratio).toFixed(1)} %`
const megabytes = (bytes: number) => `${(bytes / 2 ** 20).toFixed(1)} MB`

function main(folder: string): boolean {
  const fonts = createFontLibrary()
  const { sample } = loadTemplate('letter', fonts)
  const source = readFileSync(new URL('../../templates/letter/template.html', import.meta.url), 'utf8')
  const read = (name: string) => readFileSync(new URL(`../../templates/letter/${name}`, import.meta.url))
  const assets = new Map(['style.css', 'logo.png', 'signature.png'].map((name) => [name, read(name)]))
  const html = source
    .replace('<div class="signature">', `${LINKS}<div class="signature">`)
    .replace('<div class="enclosures">', '<div class="enclosures" id="end">')
  const template = compileTemplate({ html, assets }, { fonts })
  const letters = lettersOf(template, sample, LETTERS)
  const [one, joined] = [join(folder, 'one.pdf'), join(folder, 'joined.pdf')]
  const times: [number[], number[]] = [[], []]
  for (let round = 0; round <= ROUNDS; round++) {
    const spent = [timed(() => writeOne(one, letters)), timed(() => writeJoined(joined, folder, letters))] as const
    // The first round warms up.
    if (round > 0) for (const kind of [0, 1] as const) times[kind].push(spent[kind])
  }
  const [oneTime, joinedTime] = times.map((list) => Math.min(...list)) as [number, number]
  const [oneBytes, joinedBytes] = [statSync(one).size, statSync(joined).size]
  const [oneCounts, joinedCounts] = [countsOf(one), countsOf(joined)]
  const single = countsOf(join(folder, '0.pdf'))
  console.table({
    'one file': { bytes: oneBytes, ms: Math.round(oneTime), ...oneCounts },
    'joined by qpdf': { bytes: joinedBytes, ms: Math.round(joinedTime), ...joinedCounts },
    'a letter alone': single,
  })
  const used = memoryWhile(join(folder, 'many.pdf'), lettersOf(template, sample, MANY_LETTERS))
  const [first = 0, last = 0] = [used[Math.floor(used.length / 10)], used.at(-1)]
  const kept = (last - first) / (0.9 * MANY_LETTERS)
  const isKept =
    oneCounts.links === LETTERS * single.links &&
    oneCounts.dead === 0 &&
    // The entry of the letter itself; its part and the document are one element more for all together.
    oneCounts.entries === LETTERS * (single.entries + 1) &&
    oneCounts.tags === LETTERS * single.tags + 1
  const [bytes, time] = [oneBytes / joinedBytes, oneTime / joinedTime]
  process.stdout.write(
    `${LETTERS} letters: ${percent(bytes)} of the bytes, ${percent(time)} of the time\n` +
      `${MANY_LETTERS} letters: ${megabytes(first)} in use after a tenth, ${megabytes(last)} at the end, ${Math.round(kept)} bytes for each letter\n`,
  )
  return bytes < MOST_BYTES && time < MOST_TIME && isKept && kept < MOST_KEPT
}

keepGarbageYoung()
const folder = mkdtempSync(join(tmpdir(), 'merge-'))
try {
  if (!main(folder)) process.exitCode = 1
} finally {
  rmSync(folder, { recursive: true })
}
