#!/usr/bin/env node
import { DOCUMENT_COMMANDS } from '../cli/document-commands.js'
import { loadProgram } from './program.js'

/**
 * `platen` as people run it. Who renders a document waits for the program as long as for the document, so that part of it
 * is loaded compiled.
 */

const words = process.argv.slice(2)
const names = Object.values(DOCUMENT_COMMANDS).flatMap(Object.keys)
if (names.some((name) => name.split(' ')[0] === words[0])) {
  process.exitCode = await loadProgram(new URL('.', import.meta.url)).runDocumentCommand(words)
} else {
  await import('../cli/main.js')
}
