import { writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { bundleModules, bundleScript } from './bundle-modules.js'
import { licencesOf } from './licences.js'
import { SCRIPT } from './program.js'

/**
 * Bundles the command line and the modules that programs import. A program that imports the engine then reads a few files
 * in place of hundreds, and fontkit only for the scripts that need it, which saves it 15 MB.
 */
const ENTRIES = {
  main: 'server/build/main.js',
  engine: 'engine/index.js',
  folder: 'engine/folder/compile-template-folder.js',
  'page-images': 'engine/page-images/index.js',
  server: 'server/main.js',
}

const metafiles = [
  await bundleModules(ENTRIES, 'bundle'),
  await bundleScript('server/cli/document-program.js', `bundle/${SCRIPT}`),
]

writeFileSync(fileURLToPath(new URL('../../bundle/LICENSES.txt', import.meta.url)), licencesOf(metafiles))
