/**
 * Makes invoices by a generator in every form that a mapping can be written as, and holds them to the official rules: the
 * schematron of EN 16931, of Factur-X, of XRechnung and of Peppol BIS Billing by phive, and the newest Factur-X by
 * Mustang. The invalid invoices of the tests are held to them too, to count how many only we refuse. Prints the counts of
 * each rule set; ends with 1 if an invoice is not valid, and with 2 if not all of them were looked at.
 *
 *     node dist/test/tools/verify-invoices.js [FOLDER-OF-JARS [COUNT]]
 *
 * Without a folder Maven fetches the jars, and a hundred invoices are made: a step of `npm run verify`. The jars of a folder
 * are those of phive, and Mustang is not asked.
 */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { INVALID_INVOICES } from '../engine/invoice/invalid-invoices.js'
import { EXIT } from '../verify/step.js'
import { withJars } from './jars.js'
import { askMustang } from './mustang.js'
import { askOfficialRules, RULE_SETS } from './official-rules.js'
import { type WrittenInvoice, writeInvalid, writeInvoices } from './written-invoices.js'

/** What one rule set says of one file. */
interface Verdict {
  readonly rules: string
  readonly file: string
  readonly valid: boolean
  readonly errors: string
}

/** Holds invoices to rules, and counts how many of the invalid ones they refuse. */
interface Judge {
  readonly name: string
  judge(
    jars: string,
    folder: string,
    written: readonly WrittenInvoice[],
  ): { asked: number; verdicts: readonly Verdict[] }
  refused(jars: string, folder: string, files: readonly string[]): ReadonlySet<string>
}

const PHIVE: Judge = {
  name: 'phive',
  judge(jars, folder, written) {
    const files = written.flatMap(({ file, rules: sets }) => sets.map((rules) => ({ file, rules })))
    const results = askOfficialRules(jars, folder, files)
    const verdicts = results.map((result) => ({ ...result, errors: result.errors.join('\n  ') }))
    return { asked: files.length, verdicts }
  },
  refused(jars, folder, files) {
    const rules = [RULE_SETS.ciiEn16931, RULE_SETS.facturX('en16931')]
    const results = askOfficialRules(
      jars,
      folder,
      files.flatMap((file) => rules.map((set) => ({ file, rules: set }))),
    )
    return new Set(results.filter(({ valid }) => !valid).map(({ file }) => file))
  },
}

const MUSTANG: Judge = {
  name: 'Mustang',
  judge(jars, folder, written) {
    const known = new Map(
      written.flatMap(({ file, mustang }) => (mustang === undefined ? [] : [[file, mustang] as const])),
    )
    const results = askMustang(jars, folder, [...known.keys()])
    const verdicts = results.map(({ file, valid, report }) => ({
      rules: `Mustang: ${known.get(file)}`,
      file,
      valid,
      errors: report,
    }))
    return { asked: known.size, verdicts }
  },
  refused(jars, folder, files) {
    return new Set(
      askMustang(jars, folder, files)
        .filter(({ valid }) => !valid)
        .map(({ file }) => file),
    )
  },
}

function printCounts(verdicts: readonly Verdict[]): void {
  for (const set of [...new Set(verdicts.map(({ rules }) => rules))].sort()) {
    const own = verdicts.filter(({ rules }) => rules === set)
    process.stdout.write(`${set}: ${own.filter(({ valid }) => valid).length} of ${own.length} valid\n`)
  }
}

function ask({ name, judge, refused }: Judge, jars: string, count: number): number {
  const folder = mkdtempSync(join(tmpdir(), 'official-'))
  try {
    const { asked, verdicts } = judge(jars, folder, writeInvoices(folder, count))
    printCounts(verdicts)
    const wrong = verdicts.filter(({ valid }) => !valid)
    for (const { file, rules, errors } of wrong)
      process.stdout.write(`${file} is not valid by ${rules}:\n  ${errors}\n`)
    const { size } = refused(jars, folder, writeInvalid(folder))
    const all = INVALID_INVOICES.length
    process.stdout.write(`of ${all} invalid invoices ${name} refuses ${size}; platen refuses all of them\n`)
    if (wrong.length > 0) return EXIT.fault
    return verdicts.length === asked ? EXIT.right : EXIT.missing
  } finally {
    rmSync(folder, { recursive: true })
  }
}

const [, , given, count = '100'] = process.argv
const statuses: number[] = [withJars(given, 'official_rules', (jars) => ask(PHIVE, jars, Number(count)))]
if (given === undefined) statuses.push(withJars(undefined, 'mustang', (jars) => ask(MUSTANG, jars, Number(count))))
process.exitCode = statuses.includes(EXIT.fault) ? EXIT.fault : Math.max(...statuses)
