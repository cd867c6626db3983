import { createRequire } from 'node:module'

/** What the script exports: `server/cli/document-program.ts`. */
interface Program {
  runDocumentCommand(words: readonly string[]): Promise<number>
}

/** The commands for documents bundled as one script, within the folder of the bundle. */
export const SCRIPT = 'documents.cjs'

/** Loads the commands for documents. @param module where this runs: a module in the folder of the bundle */
export function loadProgram(module: string): Program {
  return createRequire(module)(`./${SCRIPT}`)
}
