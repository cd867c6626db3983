import { writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { bundleModules, bundleScript } from './bundle-modules.js'
import { licencesOf } from './licences.js'
import { SCRIPT } from './program.js'

/** Bundles the command line for those who run it. The modules stay for programs that import them. */

const metafiles = [
  await bundleModules(['server/build/main.js'], 'bundle'),
  await bundleScript('server/cli/document-program.js', `bundle/${SCRIPT}`),
]

writeFileSync(fileURLToPath(new URL('../../bundle/LICENSES.txt', import.meta.url)), licencesOf(metafiles))
