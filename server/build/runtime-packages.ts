import { cpSync, existsSync, readFileSync, realpathSync } from 'node:fs'
import { dirname, extname, join, relative, sep } from 'node:path'
import { EXTERNAL } from './bundle-modules.js'

/** Files of packages that only people and compilers read, by the ends of their names. */
const UNREAD: ReadonlySet<string> = new Set(['.c', '.cc', '.h', '.map', '.md', '.ts', '.mts', '.cts', '.markdown'])

/** The folder in which packages keep native code for each platform. */
const PREBUILDS = 'prebuilds'

/**
 * Copies the packages that the bundle asks for while it runs, with what they depend on: the others are part of the bundle.
 * Native code of other platforms than this one, types and source maps stay behind; licences come along.
 *
 * @param from a folder with the `node_modules` of production
 * @param to the folder that gets a `node_modules`
 * @throws Error for a package that is not there, unless it is optional
 */
export function copyRuntimePackages(from: string, to: string): void {
  for (const folder of packagesOf(realpathSync(from))) {
    cpSync(folder, join(to, relative(realpathSync(from), folder)), {
      recursive: true,
      filter: (file) => isUsed(relative(folder, file)),
    })
  }
}

function isUsed(path: string): boolean {
  const parts = path.split(sep)
  // What packages depend on is copied by itself.
  if (parts.includes('node_modules')) return false
  const prebuilt = parts.indexOf(PREBUILDS)
  const platform = prebuilt < 0 ? undefined : parts[prebuilt + 1]
  if (platform !== undefined && platform !== `${process.platform}-${process.arch}`) return false
  return !UNREAD.has(extname(path))
}

interface Manifest {
  readonly dependencies?: Readonly<Record<string, string>>
  readonly optionalDependencies?: Readonly<Record<string, string>>
}

/** The folders of the packages, each once. */
function packagesOf(root: string): ReadonlySet<string> {
  const folders = new Set<string>()
  const add = (name: string, beside: string, isOptional: boolean): void => {
    const folder = findPackage(name, beside, root)
    if (folder === undefined) {
      if (isOptional) return
      throw new Error(`the package ${name} is not installed`)
    }
    if (folders.has(folder)) return
    folders.add(folder)
    const manifest: Manifest = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'))
    const { dependencies = {}, optionalDependencies = {} } = manifest
    for (const each of Object.keys(dependencies)) add(each, folder, Object.hasOwn(optionalDependencies, each))
    for (const each of Object.keys(optionalDependencies)) add(each, folder, true)
  }
  for (const name of EXTERNAL) add(name, root, false)
  return folders
}

/** As Node.js looks for packages: in the `node_modules` beside a folder and above it, up to the root. */
function findPackage(name: string, beside: string, root: string): string | undefined {
  for (let folder = beside; ; folder = dirname(folder)) {
    const found = join(folder, 'node_modules', name)
    if (existsSync(join(found, 'package.json'))) return realpathSync(found)
    if (folder === root || folder === dirname(folder)) return undefined
  }
}
