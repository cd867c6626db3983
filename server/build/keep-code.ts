import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { CODE, loadProgram } from './program.js'

/** Renders a document with the bundled script, and keeps the code that V8 has compiled for that. */

const BUNDLE = new URL('../../bundle/', import.meta.url)

const { runDocumentCommand, script } = loadProgram(BUNDLE)
const folder = mkdtempSync(join(tmpdir(), 'platen-'))
const template = fileURLToPath(new URL('../../../templates/invoice', import.meta.url))
const status = await runDocumentCommand(['render', template, '--out', join(folder, 'invoice.pdf')])
rmSync(folder, { recursive: true })
if (status === 0) writeFileSync(new URL(CODE, BUNDLE), script.createCachedData())
process.exitCode = status
