import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import type { Contender } from './contender.js'
import { pageOf } from './html.js'

const PROGRAM = fileURLToPath(new URL('../../../benchmarks/peers/print_pages.py', import.meta.url))

/** A Python that stays open and prints one page after the other; `PYTHON` names one that has WeasyPrint. */
export async function weasyprint(): Promise<Contender> {
  const folder = mkdtempSync(join(tmpdir(), 'platen-bench-'))
  const python = spawn(process.env.PYTHON ?? 'python3', [PROGRAM], { stdio: ['pipe', 'pipe', 'pipe'] })
  const ended = once(python, 'exit')
  const lines = createInterface(python.stdout)[Symbol.asyncIterator]()
  const answer = async (): Promise<string> => {
    const { done, value } = await lines.next()
    if (done) throw new Error('there is no WeasyPrint, or it has ended')
    return value
  }
  const version = await answer()
  let count = 0
  return {
    title: `WeasyPrint ${version}`,
    prepare(document) {
      const name = join(folder, String(count++))
      writeFileSync(`${name}.html`, pageOf(document))
      return async () => {
        python.stdin.write(`${name}.html\t${name}.pdf\n`)
        await answer()
        return readFileSync(`${name}.pdf`)
      }
    },
    async stop() {
      python.stdin.end()
      await ended
      rmSync(folder, { recursive: true })
    },
  }
}
