import { existsSync, readdirSync, writeFileSync } from 'node:fs'
import nodeModule from 'node:module'
import { join } from 'node:path'
import t, { type Test } from 'tap'
import { makeFolder } from '../server/folder.js'
import { platen } from './platen.js'

const folder = makeFolder(t)
writeFileSync(join(folder, 'letter.html'), '<p>Dear Ada')
writeFileSync(join(folder, 'file'), '')

/** Renders with an environment, and nothing else, and expects nothing to be said but the usual line. */
async function render(t: Test, env: Readonly<Record<string, string>>): Promise<void> {
  const { status, out, err } = await platen(['render', 'letter.html'], { cwd: folder, env })
  t.same({ status, err }, { status: 0, err: '' })
  t.match(out, /^letter\.pdf: 1 page/)
}

t.test('compiled code is kept for the next start where Node.js does that, and else nothing is written', async (t) => {
  const canKeep = 'enableCompileCache' in nodeModule
  const caches = join(folder, 'caches')
  await render(t, { XDG_CACHE_HOME: caches, LOCALAPPDATA: caches, HOME: folder })
  t.equal(existsSync(caches), canKeep)
  const kept = canKeep ? readdirSync(join(caches, 'platen/compiled')) : []
  t.equal(kept.length, canKeep ? 1 : 0, 'in a folder of this build of Node.js')
  await render(t, { XDG_CACHE_HOME: caches, LOCALAPPDATA: caches, HOME: folder })
})

t.test('documents are made where no cache can be written', async (t) => {
  const file = join(folder, 'file')
  await render(t, { XDG_CACHE_HOME: file, LOCALAPPDATA: file, HOME: file })
  await render(t, { XDG_CACHE_HOME: '/dev/null/nowhere', HOME: '' })
})

t.test('fontkit is loaded for the scripts that need it, and not because PDFKit imports it', async (t) => {
  const hook = join(folder, 'say-fontkit.cjs')
  writeFileSync(
    hook,
    `const modules = require('node:module'), load = modules._load
     modules._load = function (name, ...others) {
       if (name === 'fontkit') process.stderr.write('fontkit was loaded')
       return load.call(this, name, ...others)
     }`,
  )
  const env = { NODE_OPTIONS: `--require=${hook}` }
  await render(t, env)
  writeFileSync(join(folder, 'hindi.html'), '<p lang="hi">नमस्ते')
  t.match(await platen(['render', 'hindi.html'], { cwd: folder, env }), { status: 0, err: 'fontkit was loaded' })
})
