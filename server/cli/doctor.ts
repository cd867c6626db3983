import { compileTemplate, createFontLibrary, renderDocument } from '../../engine/index.js'
import { canDrawPages, renderPage } from '../../engine/page-images/index.js'
import { ConfigError, readConfig, type ServerConfig } from '../config.js'
import { packageVersion } from '../observability/package-version.js'
import { type Command, parseArguments } from './command.js'
import { CHECKS, configurationFault, type Finding } from './doctor-checks.js'
import { formatTable, writeJson, writeOut } from './output.js'

export const command: Command = {
  help: `Usage: platen doctor [--json]

Looks at everything that the service needs, with the settings of the environment, and says what to do where something is
wrong: configuration, version of Node.js, memory, disk, database (a write, a read, its clock), storage of documents (a
write and a read), public address, limits, fonts, pictures of pages. It may be run while the service runs, and leaves
an empty folder empty. Exit status 1 when something keeps the service from its work.

  --json  print {ok, version, findings: [{part, state, message, advice}]}; state is ok, warning or error

Example: PLATEN_DATA_DIR=/var/lib/platen platen doctor`,

  async run(args) {
    const { values } = parseArguments(args, { json: { type: 'boolean' } })
    const findings = await examine()
    const ok = findings.every(({ state }) => state !== 'error')
    if (values.json) await writeJson({ ok, version: packageVersion(), findings })
    else await writeOut(formatFindings(findings))
    return ok ? 0 : 1
  },
}

async function examine(): Promise<readonly Finding[]> {
  let config: ServerConfig
  try {
    config = readConfig(process.env)
  } catch (error) {
    if (!(error instanceof ConfigError)) throw error
    return [configurationFault(error), await checkFonts(), await checkPictures()]
  }
  const findings: Finding[] = [{ part: 'configuration', state: 'ok', message: 'all settings can be used' }]
  for (const check of CHECKS) findings.push(await check(config))
  return [...findings, await checkFonts(), await checkPictures()]
}

/** The fonts that come along: a document with letters is made. */
async function checkFonts(): Promise<Finding> {
  const part = 'fonts'
  try {
    const { diagnostics } = renderDocument(
      compileTemplate({ html: '<p>Platen</p>' }, { fonts: createFontLibrary() }),
      {},
    )
    const [fault] = diagnostics
    if (fault) return { part, state: 'error', message: fault.message, advice: 'install platen again' }
    return { part, state: 'ok', message: 'the fonts that come along are there' }
  } catch (error) {
    const message = error instanceof Error ? error.message : String(error)
    return { part, state: 'error', message, advice: 'install platen again' }
  }
}

/** Pictures of pages, whose packages are optional: a page is drawn. */
async function checkPictures(): Promise<Finding> {
  const part = 'pictures'
  const advice = 'npm install platen without --omit=optional'
  if (!canDrawPages()) {
    return { part, state: 'warning', message: 'pages cannot be drawn: @embedpdf/pdfium is not installed', advice }
  }
  try {
    const { pdf } = renderDocument(compileTemplate({ html: '<p>Platen</p>' }, { fonts: createFontLibrary() }), {})
    await renderPage(pdf, { width: 100 })
    return { part, state: 'ok', message: 'pages can be drawn' }
  } catch (error) {
    return { part, state: 'warning', message: error instanceof Error ? error.message : String(error), advice }
  }
}

function formatFindings(findings: readonly Finding[]): string {
  const rows = findings.flatMap(({ part, state, message, advice }) => [
    [state, part, message],
    ...(advice === undefined ? [] : [['', '', `→ ${advice}`]]),
  ])
  return formatTable(['', '', ''], rows).replace(/^\n/, '')
}
