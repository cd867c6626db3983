import { runCommandLine } from './command-line.js'
import { DOCUMENT_COMMANDS } from './document-commands.js'

/** Runs `platen` with words of which the first is one of a command that needs nothing but the engine. */
export function runDocumentCommand(words: readonly string[]): Promise<number> {
  return runCommandLine(words, DOCUMENT_COMMANDS)
}
