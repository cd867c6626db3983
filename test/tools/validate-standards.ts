/**
 * Renders the sample templates, several of them as one file, and the documents of the tests under standards, and has veraPDF
 * validate the files: each must be what it claims. What is of the strictest standards is also inserted into another document,
 * which stays so. Prints the counts; ends with 1 if a file makes a false claim, and with 2 if veraPDF did not validate all of them.
 *
 *     node dist/test/tools/validate-standards.js [FOLDER-OF-JARS]
 *
 * Without a folder Maven fetches the jars: a step of `npm run verify`. They are those of the Maven artifact
 * `org.verapdf.apps:greenfield-apps` with all that it needs.
 */
import { spawnSync } from 'node:child_process'
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { loadTemplate, templateNames } from '../../benchmarks/load-template.js'
import { STANDARDS, type Standard } from '../../engine/base/standards.js'
import {
  compileTemplate,
  createFontLibrary,
  renderDocument,
  renderDocuments,
  StandardError,
} from '../../engine/index.js'
import { EXIT } from '../verify/step.js'
import { withJars } from './jars.js'

const DOCUMENTS = fileURLToPath(new URL('../../../test/documents/', import.meta.url))

/** All flavours for the samples; for the documents the strictest ones, and PDF/A-2b for those that lack headings and the like. */
const OF_SAMPLES: readonly (readonly Standard[])[] = [
  ['pdf/ua-1', 'pdf/a-3a'],
  ...STANDARDS.filter((standard) => standard !== 'pdf/ua-1' && standard !== 'pdf/a-3a').map((one) => [one]),
]
const STRICTEST: readonly Standard[] = ['pdf/ua-1', 'pdf/a-3a']

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

/** Samples that become one file: with tables, images, links and several pages. */
const MERGED = ['letter', 'invoice', 'statement', 'letter', 'report']

/** A document that has a title and a language, which are not what is looked at here. */
function named(html: string): string {
  return html.replace(/^(\s*<!doctype[^>]*>)?/i, '$1<html lang="en"><title>Document</title>')
}

/** A document among the pages of another one, all of it and its first page again. */
function inserted(file: Uint8Array, standard: readonly Standard[]): Uint8Array {
  const html = `<!doctype html><html lang="fr"><title>Around</title><h1>A</h1><h2>B</h2><h3>C</h3><h4>D</h4><h5>E</h5>
    <platen-pages src="a.pdf" page-numbers="continue"><platen-pages src="a.pdf" pages="1"><p>end`
  const template = compileTemplate({ html, assets: new Map([['a.pdf', file]]), forms: true }, { fonts })
  return renderDocument(template, {}, { standard }).pdf
}

/** Returns how many documents are not of the strictest standards. */
function writeFiles(folder: string): number {
  let refused = 0
  for (const name of templateNames()) {
    const { compiled, sample } = loadTemplate(name, fonts)
    const render = (standard: readonly Standard[]) => renderDocument(compiled, sample, { standard }).pdf
    refused += writeAll(folder, name, OF_SAMPLES, render)
    writeAll(folder, `inserted-${name}`, [STRICTEST], (standard) => inserted(render(standard), standard))
  }
  const merged = MERGED.map((name) => {
    const { compiled: template, sample: data } = loadTemplate(name, fonts)
    return { template, data }
  })
  refused += writeAll(folder, 'merged', OF_SAMPLES, (standard) => renderDocuments(merged, { standard }).pdf)
  for (const file of readdirSync(DOCUMENTS).filter((file) => file.endsWith('.html'))) {
    const compiled = compileTemplate({ html: named(readFileSync(join(DOCUMENTS, file), 'utf8')) }, { fonts })
    const render = (standard: readonly Standard[]) => renderDocument(compiled, {}, { standard }).pdf
    if (writeAll(folder, `strict-${file}`, [STRICTEST], render) === 0) {
      writeAll(folder, `inserted-${file}`, [STRICTEST], (standard) => inserted(render(standard), standard))
      continue
    }
    refused++
    writeAll(folder, `plain-${file}`, [['pdf/a-2b']], render)
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
    const accessible = passed.filter((line) => line.endsWith(' ua1')).length
    process.stdout.write(
      `${files.length} files with ${claims} claims, ${refused} refused as PDF/UA: ${passed.length} claims valid (${accessible} of PDF/UA), ${failed.length} not\n`,
    )
    if (claims >= files.length && failed.length === 0) return EXIT.right
    process.stdout.write(`${failed.join('\n')}\n${stderr}\n`)
    return failed.length > 0 ? EXIT.fault : EXIT.missing
  } finally {
    rmSync(folder, { recursive: true })
  }
}

process.exitCode = withJars(process.argv[2], 'verapdf', main)
