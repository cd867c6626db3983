import { mkdirSync, realpathSync, type Stats, statSync } from 'node:fs'
import nodeModule from 'node:module'
import { homedir } from 'node:os'
import { dirname, isAbsolute, join } from 'node:path'

/**
 * Code that V8 compiles can be kept for the next start, but only by the program that compiled it and for itself: V8 takes
 * code of another build of the same version, and crashes in it. Node.js keeps it apart by its version, its build and the
 * user, from 22.8 on; here is where.
 */

/** The part of Node.js that the types of version 20 lack. */
interface ModuleOfNode {
  readonly createRequire: typeof nodeModule.createRequire
  /** Does nothing where the environment says `NODE_DISABLE_COMPILE_CACHE`, or has named a folder already. */
  readonly enableCompileCache?: (folder: string) => unknown
}

/** What decides where a user's caches are. */
export interface CacheOwner {
  readonly platform: NodeJS.Platform
  readonly env: Readonly<Record<string, string | undefined>>
  readonly home: string
}

const { enableCompileCache }: ModuleOfNode = nodeModule

/**
 * Has Node.js keep the code of what is loaded from now on, where it can. Everything works without: a folder that cannot be
 * made, or that others can write to, costs a tenth of a second for each start.
 */
export function keepCompiledCode(): void {
  if (enableCompileCache === undefined) return
  const folder = usableFolder()
  if (folder !== undefined) enableCompileCache(folder)
}

function usableFolder(): string | undefined {
  try {
    const folder = cacheFolder({ platform: process.platform, env: process.env, home: homedir() })
    if (folder === undefined) return undefined
    mkdirSync(folder, { recursive: true, mode: 0o700 })
    const user = process.geteuid?.()
    if (user === undefined) return folder
    return ancestors(realpathSync(folder)).every((path) => isSafe(statSync(path), user)) ? folder : undefined
  } catch {
    // No home, no right to write, no room: whatever it is, it keeps nobody from their document.
    return undefined
  }
}

/** Where compiled code of this program belongs among a user's caches; nothing where that is not known. */
export function cacheFolder({ platform, env, home }: CacheOwner): string | undefined {
  const caches = userCaches({ platform, env, home })
  return isAbsolute(caches) ? join(caches, 'platen', 'compiled') : undefined
}

function userCaches({ platform, env, home }: CacheOwner): string {
  if (platform === 'win32') return env.LOCALAPPDATA || join(home, 'AppData', 'Local')
  if (platform === 'darwin') return join(home, 'Library', 'Caches')
  // XDG Base Directory Specification: paths that are not absolute are to be ignored.
  const { XDG_CACHE_HOME = '' } = env
  return isAbsolute(XDG_CACHE_HOME) ? XDG_CACHE_HOME : join(home, '.cache')
}

/** A folder and all those it is in. */
function ancestors(folder: string): readonly string[] {
  const parent = dirname(folder)
  return parent === folder ? [folder] : [folder, ...ancestors(parent)]
}

/**
 * Whether nobody but a user, and root, can change what is in a folder: compiled code that comes from there runs as that user.
 * With `sudo`, for one, the home can be another user's. In a folder with the sticky bit, as `/tmp`, everybody can make files,
 * but not replace those of others.
 */
export function isSafe({ uid, mode }: Pick<Stats, 'uid' | 'mode'>, user: number): boolean {
  const isWritableByOthers = (mode & 0o002) !== 0
  const isSticky = (mode & 0o1000) !== 0
  return (uid === user || uid === 0) && (!isWritableByOthers || isSticky)
}
