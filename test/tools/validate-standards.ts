/**
 * Renders the sample templates and the documents of the tests under standards, and has veraPDF validate the files: each
 * must be what it claims. Prints the counts; ends with 1 if a file makes a false claim, and with 2 if veraPDF did not
 * validate all of them.
 *
 *     node dist/test/tools/validate-standards.js FOLDER-OF-JARS
 *
 * The jars are those of the Maven artifact `org.verapdf.apps:greenfield-apps` with all that it needs.
 */
import { spawnSync } from 'node:child_process'
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { loadTemplate, templateNames } from '../../benchmarks/load-template.js'
import { STANDARDS, type Standard } from '../../engine/base/standards.js'
import { compileTemplate, createFontLibrary, renderDocument, StandardError } from '../../engine/index.js'

const DOCUMENTS = fileURLToPath(new URL('../../../test/documents/', import.meta.url))

/** All flavours for the samples, the strictest ones for the documents, of which many are none for want of a title. */
const OF_SAMPLES: readonly (readonly Standard[])[] = [
  ['pdf/ua-1', 'pdf/a-3a'],
  ...STANDARDS.filter((standard) => standard !== 'pdf/ua-1' && standard !== 'pdf/a-3a').map((one) => [one]),
]
const OF_DOCUMENTS: readonly (readonly Standard[])[] = [['pdf/ua-1', 'pdf/a-3a']]

const fonts = createFontLibrary()

/** Calls `render` for each set of standards and writes the files. Returns how many were refused. */
function writeAll(
  folder: string,
  name: string,
  sets: readonly (readonly Standard[])[],
  render: (standard: readonly Standard[]) => Uint8Array,
): number {
  let refused = 0
  for (const [index, standard] of sets.entries()) {
    try {
      writeFileSync(join(folder, `${name}-${index}.pdf`), render(standard))
    } catch (error) {
      if (!(error instanceof StandardError)) throw error
      refused++
    }
  }
  return refused
}

function writeFiles(folder: string): number {
  let refused = 0
  for (const name of templateNames()) {
    const { compiled, sample } = loadTemplate(name, fonts)
    refused += writeAll(folder, name, OF_SAMPLES, (standard) => renderDocument(compiled, sample, { standard }).pdf)
  }
  for (const file of readdirSync(DOCUMENTS).filter((file) => file.endsWith('.html'))) {
    const compiled = compileTemplate({ html: readFileSync(join(DOCUMENTS, file), 'utf8') }, { fonts })
    refused += writeAll(
      folder,
      `test-${file}`,
      OF_DOCUMENTS,
      (standard) => renderDocument(compiled, {}, { standard }).pdf,
    )
  }
  return refused
}

function main(jars: string): number {
  const folder = mkdtempSync(join(tmpdir(), 'standards-'))
  try {
    const refused = writeFiles(folder)
    const files = readdirSync(folder)
    const main = 'org.verapdf.apps.GreenfieldCliWrapper'
    // Flavour 0 is what a file claims, all of it.
    const args = ['-cp', join(jars, '*'), main, '-f', '0', '--format', 'text', ...files]
    const { stdout, stderr, error } = spawnSync('java', args, { cwd: folder, encoding: 'utf8', maxBuffer: 2 ** 26 })
    if (error) throw error
    const passed = stdout.match(/^PASS .*$/gm) ?? []
    const failed = stdout.match(/^FAIL .*$/gm) ?? []
    const claims = passed.length + failed.length
    process.stdout.write(
      `${files.length} files with ${claims} claims, ${refused} refused: ${passed.length} valid, ${failed.length} not\n`,
    )
    if (claims >= files.length && failed.length === 0) return 0
    process.stdout.write(`${failed.join('\n')}\n${stderr}\n`)
    return failed.length > 0 ? 1 : 2
  } finally {
    rmSync(folder, { recursive: true })
  }
}

process.exitCode = main(process.argv[2] ?? '')
