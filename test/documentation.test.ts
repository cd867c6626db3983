import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import t from 'tap'

const ROOT = resolve(dirname(fileURLToPath(import.meta.url)), '../..')

/** What is made, installed or kept by programs and not written for readers. */
const NO_SOURCES = /^(node_modules|dist.*|data|out|\.(?!github$).*)$/

const PAGES: readonly string[] = readdirSync(ROOT, { withFileTypes: true })
  .filter(({ name }) => !NO_SOURCES.test(name))
  .flatMap((entry) => (entry.isDirectory() ? filesBelow(entry.name) : [entry.name]))
  .filter((file) => file.endsWith('.md'))

function filesBelow(folder: string): readonly string[] {
  return readdirSync(join(ROOT, folder), { recursive: true, encoding: 'utf8' })
    .filter((file) => !/(^|\/)node_modules\//.test(file))
    .map((file) => join(folder, file))
}

/** The prose of a page: without blocks of code, whose brackets and number signs are not Markdown's. */
function proseOf(page: string): string {
  return readFileSync(join(ROOT, page), 'utf8').replaceAll(/^( *)```[^\n]*\n[\s\S]*?^\1```$/gm, '')
}

/** The anchors of a page's headings, by the rules of GitHub: a heading that is there twice gets a number. */
function anchorsOf(page: string): ReadonlySet<string> {
  const anchors = new Set<string>()
  for (const [, heading = ''] of proseOf(page).matchAll(/^#{1,6} (.+)$/gm)) {
    const anchor = heading
      .replaceAll(/\[([^\]]*)\]\([^)]*\)/g, '$1')
      .toLowerCase()
      .replaceAll(/[^\p{L}\p{N}_ -]/gu, '')
      .replaceAll(' ', '-')
    let unique = anchor
    for (let count = 1; anchors.has(unique); count++) unique = `${anchor}-${count}`
    anchors.add(unique)
  }
  return anchors
}

/** The links of a page to files of the repository and to its own headings; images too. */
function linksOf(page: string): readonly string[] {
  const prose = proseOf(page).replaceAll(/`[^`\n]*`/g, '')
  return [...prose.matchAll(/\]\(([^)\s]+)\)/g)].map(([, link = '']) => link).filter((link) => !/^[a-z]+:/.test(link))
}

t.test('every relative link and anchor of the documentation leads somewhere', async (t) => {
  t.ok(PAGES.length > 30)
  const dead = PAGES.flatMap((page) =>
    linksOf(page).flatMap((link) => {
      const [path = '', anchor] = link.split('#')
      const target = path === '' ? page : join(dirname(page), path)
      if (!existsSync(join(ROOT, target))) return [`${page}: no file for ${link}`]
      const leads = anchor === undefined || (target.endsWith('.md') && anchorsOf(target).has(anchor))
      return leads ? [] : [`${page}: no heading for ${link}`]
    }),
  )
  t.same(dead, [])
})

t.test('every page of the guides can be reached from the README', async (t) => {
  const reached = new Set(['README.md'])
  for (const page of reached) {
    for (const link of linksOf(page)) {
      const target = join(dirname(page), link.split('#')[0] ?? '')
      if (target.endsWith('.md')) reached.add(target)
    }
  }
  t.same(
    PAGES.filter((page) => /\/docs\//.test(page) && !reached.has(page)),
    [],
  )
})

t.test('the README is short', async (t) => {
  const { length } = readFileSync(join(ROOT, 'README.md'))
  t.ok(length >= 9_000 && length <= 11_264, `${length} bytes`)
})

t.test('every source file that the guides and maps name is there', async (t) => {
  const sources = ['engine', 'server', 'test', 'benchmarks'].flatMap(filesBelow).map((file) => `/${file}`)
  const guides = PAGES.filter((page) => /^((engine|server|benchmarks)\/)?README\.md$|\/docs\//.test(page))
  t.ok(guides.length > 20)
  const missing = guides.flatMap((page) =>
    [...readFileSync(join(ROOT, page), 'utf8').matchAll(/`([\w./-]+\.ts)`/g)]
      .filter(([, name]) => !sources.some((source) => source.endsWith(`/${name}`)))
      .map(([, name]) => `${page}: ${name}`),
  )
  t.same(missing, [])
})
