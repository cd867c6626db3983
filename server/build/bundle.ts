import { writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { bundleModules } from './bundle-modules.js'
import { licencesOf } from './licences.js'

/** Bundles the command line for those who run it. The modules stay for programs that import them. */

const metafile = await bundleModules(['server/cli/main.js'], 'bundle')

writeFileSync(fileURLToPath(new URL('../../bundle/LICENSES.txt', import.meta.url)), licencesOf(metafile))
