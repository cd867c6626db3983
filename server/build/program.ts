import { existsSync, readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname } from 'node:path'
import { fileURLToPath } from 'node:url'
import { Script } from 'node:vm'

/** What the script exports: `server/cli/document-program.ts`. */
interface Program {
  runDocumentCommand(words: readonly string[]): Promise<number>
}

/** The commands for documents bundled as one script, and what V8 has compiled of it, within the folder of the bundle. */
export const SCRIPT = 'documents.cjs'
export const CODE = 'documents.code'

/**
 * Loads the commands for documents from the folder of the bundle. V8 takes what `keep-code.ts` has kept if it is of the same
 * version with the same options, and else compiles the script anew, which is a third of the time of a short command.
 */
export function loadProgram(folder: URL): Program & { readonly script: Script } {
  const file = fileURLToPath(new URL(SCRIPT, folder))
  const code = new URL(CODE, folder)
  const source = readFileSync(file, 'utf8')
  const script = new Script(`(function (exports, require, module, __filename, __dirname) {${source}\n})`, {
    filename: file,
    cachedData: existsSync(code) ? readFileSync(code) : undefined,
  })
  const module = { exports: {} as Program }
  script.runInThisContext()(module.exports, createRequire(file), module, file, dirname(file))
  return { ...module.exports, script }
}
