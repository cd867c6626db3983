import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import t from 'tap'

/** What operators read of the service, held to its sources. */
const ROOT = fileURLToPath(new URL('../../../', import.meta.url))
const GUIDE = readFileSync(join(ROOT, 'server/docs/operations.md'), 'utf8')

const SOURCES: readonly string[] = readdirSync(join(ROOT, 'server'), { recursive: true, encoding: 'utf8' })
  .filter((file) => file.endsWith('.ts'))
  .map((file) => readFileSync(join(ROOT, 'server', file), 'utf8'))

/** The first cells of the rows of the table with this head. */
function firstCells(head: string): readonly string[] {
  const [, table = ''] = GUIDE.split(head)
  const [rows = ''] = table.split('\n\n')
  return rows.split('\n').flatMap((row) => /^\| (`.*?) \|/.exec(row)?.[1] ?? [])
}

/** What stands between backticks; a name that begins with an underscore continues the first one of its cell. */
function names(cell: string): readonly string[] {
  const all = [...cell.matchAll(/`([^`]+)`/g)].map(([, name = '']) => name)
  const stem = (all[0] ?? '').replace(/_(?:ENDPOINT|ISSUER)$/, '')
  return all.map((name) => (name.startsWith('_') ? `${stem}${name}` : name))
}

t.test('the guide lists every variable that the service reads, and no other', async (t) => {
  const config = readFileSync(join(ROOT, 'server/config.ts'), 'utf8')
  const read = new Set(
    [...config.matchAll(/'((?:PLATEN|DATABASE)_[A-Z0-9_]+|PORT|HOST)'/g)].map(([, name = '']) => name),
  )
  t.ok(read.size > 20)
  t.same(firstCells('| Variable | Default | |').flatMap(names).sort(), [...read].sort())
})

interface Call {
  readonly level: string
  readonly words: string
}

/** The calls of the log with their arguments. */
function calls(source: string): readonly Call[] {
  return [...source.matchAll(/\blog\??\.(fatal|error|warn|info|debug|trace)\(/g)].map((found) => {
    const begin = found.index + found[0].length
    let end = begin
    for (let open = 1; open > 0; end++) {
      if (source[end] === '(') open++
      if (source[end] === ')') open--
    }
    return { level: found[1] ?? '', words: source.slice(begin, end - 1) }
  })
}

t.test('the guide lists every line of the log but those of what failed and is tried again', async (t) => {
  const documented = firstCells('| `msg` | Level | Members |').flatMap(names)
  const all = SOURCES.flatMap(calls)
  t.ok(all.length > 40)
  const isDocumented = (message: string) =>
    documented.some((name) => (name.endsWith('…') ? message.startsWith(name.slice(0, -1)) : message === name))
  const missing = all.flatMap(({ level, words }) => {
    const message = /'([^']*)',?\s*$/.exec(words)?.[1]
    if (message === undefined || isDocumented(message)) return []
    return (level === 'debug' ? /\breason\b/ : /\berr\b/).test(words) && level !== 'info'
      ? []
      : [`${level}: ${message}`]
  })
  t.same(missing, [])
  for (const name of documented) {
    // A message that goes on with values is a template.
    const written = name.endsWith('…') ? [`\`${name.slice(0, -1)}`] : [`'${name}'`]
    t.ok(
      SOURCES.some((source) => written.some((text) => source.includes(text))),
      name,
    )
  }
})
