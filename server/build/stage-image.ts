import { cpSync, mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { copyRuntimePackages } from './runtime-packages.js'

/**
 * Gathers all that the service needs while it runs in one folder, for container images:
 * `node dist/server/build/stage-image.js FOLDER`.
 */

const ROOT = fileURLToPath(new URL('../../..', import.meta.url))

const PARTS = [
  'package.json',
  'LICENSE',
  'dist/bundle',
  'dist/server/dashboard/assets',
  'engine/docs',
  'fonts',
  'templates',
]

const [folder] = process.argv.slice(2)
if (folder === undefined) throw new Error('name the folder that is to hold the service')
mkdirSync(folder, { recursive: true })
for (const part of PARTS) {
  cpSync(join(ROOT, part), join(folder, part), { recursive: true, filter: (file) => !file.endsWith('.map') })
}
copyRuntimePackages(ROOT, folder)
