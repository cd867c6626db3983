import { readFileSync } from 'node:fs'
import t from 'tap'
import { dialectTables } from '../../../engine/dialect/dialect-tables.js'
import { FILTERS } from '../../../engine/template/filters/registry.js'
import { LEVELS } from '../../../engine/template/parse-expression.js'
import { bindHtml } from './render-text.js'
import { KINDS, LANGUAGES, texts } from './version-texts.js'

const TEXT = readFileSync(new URL('../../../../engine/docs/reference.md', import.meta.url), 'utf8')
const ROWS = [...TEXT.matchAll(/^\| `(.+)` \| `(.*)` \|$/gm)]
const PARTIAL = /```html\n([\s\S]*?)\n```/.exec(TEXT)?.[1] ?? ''
const ASSETS = new Map([['partials/row.html', Buffer.from(PARTIAL)]])
const DATA = JSON.parse(/```json\n([\s\S]*?)```/.exec(TEXT)?.[1] ?? '')

t.test('each example of the reference prints what stands beside it', (t) => {
  t.ok(ROWS.length > 80)
  for (const [, written = '', expected = ''] of ROWS) {
    const template = written.replaceAll('\\|', '|')
    const { body } = bindHtml(`<html lang="en"><body>${template}</body></html>`, DATA, {
      now: new Date('2026-01-31T12:00:00Z'),
      assets: ASSETS,
    })
    // Formats of currencies have blanks that do not break.
    t.equal(body.replaceAll('\u00a0', ' '), expected, template)
  }
  t.end()
})

t.test('the reference has an example for each filter', async (t) => {
  const missing = [...FILTERS.keys()].filter((name) => !ROWS.some(([, row = '']) => row.includes(`\\| ${name}`)))
  t.strictSame(missing, [])
})

t.test('the reference has an example for each block, operator and name of the language', async (t) => {
  const { blocks, variables } = dialectTables()
  const written = ROWS.map(([, row = '']) => row)
  const missing = (names: readonly string[], find: (row: string, name: string) => boolean) =>
    names.filter((name) => !written.some((row) => find(row, name)))
  t.strictSame(
    missing(blocks, (row, name) => row.includes(`{{#${name} `) && row.includes(`{{/${name}}}`)),
    [],
  )
  t.strictSame(
    missing([...LEVELS.flat(), 'not'], (row, name) => row.includes(` ${name} `)),
    [],
  )
  t.strictSame(
    missing(variables, (row, name) => row.includes(name)),
    [],
  )
})

t.test('the reference says on which versions of Node.js and in which languages texts are equal', async (t) => {
  for (const { name, differsIn, languages } of KINDS) {
    const differences = languages ? 'their rules: governments change them' : differsIn || '–'
    t.ok(TEXT.includes(`\n| ${name} | ${differences} |\n`), name)
  }
  t.match(TEXT, `Texts in ${LANGUAGES.length} languages`)
  const commands = readFileSync(new URL('../../../../.ci/run', import.meta.url), 'utf8')
  const versions = /run-on-releases\.js --keep \S+ ([\d. ]+)/.exec(commands)?.[1]?.trim().split(' ') ?? []
  t.equal(versions.length, 5)
  for (const version of versions) t.match(TEXT, ` ${version}`)
})

t.test('all texts that are compared between versions of Node.js are made', async (t) => {
  const left = Object.entries(texts()).filter(([, byLanguage]) => JSON.stringify(byLanguage).includes('{{'))
  t.strictSame(
    left.map(([kind]) => kind),
    [],
  )
})
