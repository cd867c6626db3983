#!/usr/bin/env node
import { wordsOf } from '../cli/called-as.js'
import { DOCUMENT_COMMANDS } from '../cli/document-commands.js'
import { keepCompiledCode } from './compile-cache.js'
import { loadProgram } from './program.js'

/**
 * `platen` as people run it. Who renders a document waits for the program as long as for the document, so that part of it
 * is one file, and is kept compiled where Node.js can do that.
 */

keepCompiledCode()
const words = wordsOf(process.argv)
const names = Object.values(DOCUMENT_COMMANDS).flatMap(Object.keys)
if (names.some((name) => name.split(' ')[0] === words[0])) {
  process.exitCode = await loadProgram(import.meta.url).runDocumentCommand(words)
} else {
  await import('../cli/main.js')
}
