import { execFileSync, spawnSync } from 'node:child_process'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import t from 'tap'
import { snippets } from '../../../server/dashboard/studio/snippets.js'
import { pageContents } from '../../engine/pdf/read-pdf.js'
import { makeFolder } from '../folder.js'
import { startService } from '../service.js'

/** Whatever could end a text of one of the languages. */
const DATA = {
  name: `O'Neil \`backquote\` "quoted" \\ backslash """ three`,
  code: `<?php ?> $${'{x}'} #{x} %s $PATH {{y}}`,
  lines: 'one\ntwo\tthree',
  world: 'Grüße 你好 🙂',
  heredoc: 'JSON',
}

/** How a program is run; those without an entry, or whose tool is not installed, are only looked at. */
const RUN: Readonly<Record<string, readonly [tool: string, ...args: string[]]>> = {
  curl: ['bash'],
  'Node.js': ['node'],
  Python: ['python3'],
  PHP: ['php'],
  Ruby: ['ruby'],
  // Compiles the standard library once for each machine, which takes a minute.
  ...(process.env.TEST_SNIPPETS === 'all' ? { Go: ['go', 'run'] } : {}),
  Java: ['java'],
}

t.test('each snippet sends the data as it is and saves the PDF', async (t) => {
  const service = await startService(t, { engine: true })
  const fields = Object.keys(DATA)
  await service.addTemplate('echo', `<html lang="en"><p>${fields.map((name) => `{{${name}}}`).join('</p><p>')}</p>`)
  const url = `${service.base}/templates/echo/documents`
  const all = snippets({ url, data: JSON.stringify(DATA, undefined, 2), file: 'echo.pdf' })
  t.same(
    all.map(({ language }) => language),
    ['curl', 'Node.js', 'Python', 'PHP', 'Ruby', 'Go', 'Java', 'C#'],
  )
  const expected = await service.generate('echo', JSON.stringify(DATA))
  t.equal(expected.status, 200)
  for (const { language, file, code } of all) {
    t.notMatch(code, service.key, 'no key stands in a program')
    const [tool, ...args] = RUN[language] ?? []
    if (tool === undefined || spawnSync(tool, ['--version']).error) {
      t.comment(`${language} was not run: it is not installed, or left to TEST_SNIPPETS=all`)
      t.match(code, url)
      continue
    }
    const folder = makeFolder(t)
    writeFileSync(join(folder, file), code)
    execFileSync(tool, [...args, file], {
      cwd: folder,
      env: { ...process.env, PLATEN_KEY: service.key },
      stdio: 'pipe',
    })
    const pdf = readFileSync(join(folder, 'echo.pdf'))
    t.equal(pdf.subarray(0, 5).toString(), '%PDF-', language)
    t.same(pageContents(pdf), pageContents(expected.bytes), `${language} sends the same data`)
  }
})
