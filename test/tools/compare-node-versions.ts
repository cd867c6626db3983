/**
 * Has programs of Node.js print what filters make of the same values in many languages, and compares each with the first:
 *
 *     node dist/test/tools/compare-node-versions.js PATH-OF-NODE PATH-OF-NODE…
 *
 * Prints what differs. Ends with 1 where it is not what `engine/docs/reference.md` says.
 */
import { execFileSync } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { KINDS, type Texts, texts } from '../engine/template/version-texts.js'

interface Version {
  readonly name: string
  readonly texts: Texts
}

/** More than all texts in all languages have. */
const MOST_OUTPUT = 2 ** 27

/** With this argument the program prints its own texts. */
const PRINT = '--print'

function printOwn(): void {
  const { node, icu, tz } = process.versions
  const own: Version = { name: `${node} (ICU ${icu}, time zones ${tz})`, texts: texts() }
  process.stdout.write(JSON.stringify(own))
}

function textsOf(node: string): Version {
  const script = fileURLToPath(import.meta.url)
  return JSON.parse(execFileSync(node, [script, PRINT], { encoding: 'utf8', maxBuffer: MOST_OUTPUT }))
}

/** An example of each language in which a version makes another text of a kind than the first. */
function differences(kind: string, [first, ...others]: readonly Version[]): ReadonlyMap<string, string> {
  const found = new Map<string, string>()
  for (const other of others) {
    for (const [language, own] of Object.entries(first?.texts[kind] ?? {})) {
      const theirs = other.texts[kind]?.[language] ?? []
      const at = own.findIndex((text, index) => text !== theirs[index])
      if (at >= 0 && !found.has(language)) found.set(language, `${own[at]} is ${theirs[at]} in ${other.name}`)
    }
  }
  return found
}

function compare(versions: readonly Version[]): number {
  let status = 0
  console.log(`compared: ${versions.map(({ name }) => name).join(', ')}`)
  for (const { name, differsIn } of KINDS) {
    const found = differences(name, versions)
    const known = new Set(differsIn.split(' '))
    console.log(found.size === 0 ? `${name}: equal` : `${name}: differs in ${[...found.keys()].join(' ')}`)
    for (const [language, example] of found) {
      if (known.has(language)) continue
      console.log(`  not in the reference: ${language}: ${example}`)
      status = 1
    }
  }
  return status
}

if (process.argv[2] === PRINT) printOwn()
else process.exitCode = compare(process.argv.slice(2).map(textsOf))
