import { execFile } from 'node:child_process'
import { chownSync, existsSync, mkdirSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { promisify } from 'node:util'
import { makeFolder } from '../../server/folder.js'
import { freePort } from '../../server/free-port.js'
import type { Cleanup } from './cleanup.js'

const run = promisify(execFile)

/** Where Debian keeps the programs that are not for everybody. */
const PACKAGES = '/usr/lib/postgresql'

/** Small pieces of the log, so that a disk that fills up is noticed soon. */
const INIT = ['--auth=trust', '--username=postgres', '--encoding=UTF8', '--locale=C.UTF-8', '--wal-segsize=1']

const SETTINGS = '-c listen_addresses=127.0.0.1 -c max_wal_size=32MB -c min_wal_size=8MB -c max_connections=150'

/** A PostgreSQL server that may be stopped, killed and started again. */
export class OwnPostgres {
  readonly #programs: string
  readonly #folder: string
  readonly #port: number

  private constructor(programs: string, folder: string, port: number) {
    this.#programs = programs
    this.#folder = folder
    this.#port = port
  }

  /** Makes one on a disk, or in a folder of its own; undefined where PostgreSQL is not installed. */
  static async start(cleanup: Cleanup, disk?: string): Promise<OwnPostgres | undefined> {
    const programs = findPrograms()
    if (programs === undefined) return undefined
    const folder = join(disk ?? makeFolder(cleanup), 'postgres')
    mkdirSync(folder)
    const server = new OwnPostgres(programs, folder, await freePort())
    await server.#giveFolder()
    await server.#control('initdb', ['-D', join(folder, 'data'), ...INIT])
    cleanup.teardown(() => server.stop('immediate').catch(() => undefined))
    await server.begin()
    return server
  }

  get url(): string {
    return `postgres://postgres@127.0.0.1:${this.#port}/postgres`
  }

  /** @param mode `fast` ends connections in order, `immediate` is a crash */
  async stop(mode: 'fast' | 'immediate'): Promise<void> {
    await this.#ctl('stop', '-m', mode)
  }

  /** Starts it, and waits until it answers. Tries again while it cannot, as after a crash. */
  async begin(): Promise<void> {
    const options = `-p ${this.#port} -k ${this.#folder} ${SETTINGS}`
    for (let attempt = 1; ; attempt++) {
      try {
        return await this.#ctl('start', '-l', join(this.#folder, 'log'), '-o', options)
      } catch (error) {
        if (await this.#runs()) return
        if (attempt === 10) throw error
        await delay(500)
      }
    }
  }

  /** Starts it if it has ended by itself. @returns whether it had */
  async beginAgain(): Promise<boolean> {
    if (await this.#runs()) return false
    await this.begin()
    return true
  }

  async #runs(): Promise<boolean> {
    return this.#ctl('status').then(
      () => true,
      () => false,
    )
  }

  async #ctl(action: string, ...words: readonly string[]): Promise<void> {
    await this.#control('pg_ctl', [action, '-D', join(this.#folder, 'data'), '-w', ...words])
  }

  /** PostgreSQL does not run as root. */
  async #control(program: string, words: readonly string[]): Promise<void> {
    const file = join(this.#programs, program)
    if (process.getuid?.() === 0) await run('runuser', ['-u', 'postgres', '--', file, ...words], { cwd: this.#folder })
    else await run(file, words)
  }

  async #giveFolder(): Promise<void> {
    if (process.getuid?.() !== 0) return
    const { stdout } = await run('id', ['-u', 'postgres'])
    chownSync(this.#folder, Number(stdout), -1)
    // Those above it are readable by their owner only.
    chownSync(join(this.#folder, '..'), Number(stdout), -1)
  }
}

/** The newest that is installed. */
function findPrograms(): string | undefined {
  const versions = existsSync(PACKAGES) ? readdirSync(PACKAGES).sort((a, b) => Number(b) - Number(a)) : []
  return versions.map((version) => join(PACKAGES, version, 'bin')).find((folder) => existsSync(join(folder, 'initdb')))
}
