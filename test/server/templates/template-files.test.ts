import { mkdirSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import t from 'tap'
import { FolderAssets } from '../../../engine/folder/folder-assets.js'
import { FileError, parseData, readTemplate } from '../../../server/templates/template-files.js'
import { makeFolder } from '../folder.js'

t.test('the assets of a folder', async (t) => {
  const outside = makeFolder(t)
  const folder = join(outside, 'template')
  mkdirSync(join(folder, 'images'), { recursive: true })
  mkdirSync(join(outside, 'template-of-another'))
  writeFileSync(join(outside, 'secret.png'), 'secret')
  writeFileSync(join(outside, 'template-of-another', 'secret.png'), 'secret')
  for (const name of ['template.html', 'style.css', 'images/a.PNG', 'data.json', 'note.txt', '.hidden.png']) {
    writeFileSync(join(folder, name), name)
  }
  symlinkSync(join(outside, 'secret.png'), join(folder, 'link.png'))
  symlinkSync(outside, join(folder, 'up'))
  symlinkSync(join(folder, 'style.css'), join(folder, 'same.css'))
  const assets = new FolderAssets(folder)

  const text = (path: string) => {
    const bytes = assets.get(path)
    return bytes && Buffer.from(bytes).toString()
  }
  t.equal(text('style.css'), 'style.css')
  t.equal(text('images/a.PNG'), 'images/a.PNG')
  t.equal(text('./images/../style.css'), 'style.css')
  t.equal(text('same.css'), 'style.css', 'a link inside of the folder')
  const FORBIDDEN = [
    '../secret.png',
    'images/../../secret.png',
    '../template-of-another/secret.png',
    join(outside, 'secret.png'),
    'link.png',
    'up/secret.png',
    'data.json',
    'note.txt',
    'images',
    'none.png',
    'style.css\0.png',
    '',
  ]
  for (const path of FORBIDDEN) {
    t.equal(assets.get(path), undefined, path)
    t.equal(assets.has(path), false, path)
  }
  t.same([...assets.keys()], ['images/a.PNG', 'same.css', 'style.css'])
  t.equal(assets.size, 3)
  t.equal([...assets.entries()].length, 3)
})

t.test('templates', async (t) => {
  const folder = makeFolder(t)
  const write = (name: string, text: string | Uint8Array) => writeFileSync(join(folder, name), text)
  write('template.html', '<p>')
  write('other.html', '<i>')
  write('template.json', '{"name":"Nice","pageSize":"a3"}')
  write('sample.json', '{}')
  t.match(readTemplate(folder), { name: 'Nice', html: '<p>', pageSize: 'a3', orientation: undefined, sample: '{}' })
  t.match(readTemplate(join(folder, 'template.html')), { name: 'Nice', sample: '{}' })
  t.match(readTemplate(join(folder, 'other.html')), {
    name: 'other',
    html: '<i>',
    pageSize: undefined,
    sample: undefined,
  })

  write('template.json', '{"pageSize":"a9"}')
  t.throws(() => readTemplate(folder), { message: /template\.json:1:2: "pageSize" must be one of a3, / })
  write('template.json', '{"pageSize":')
  t.throws(() => readTemplate(folder), { message: /template\.json:1:13: this is not JSON/ })
  write('other.html', Buffer.from([0x3c, 0xff]))
  t.throws(() => readTemplate(join(folder, 'other.html')), { message: /other\.html: the file is not valid UTF-8/ })
  t.throws(() => readTemplate(join(folder, 'none.html')), FileError)
})

t.test('data', async (t) => {
  t.same(parseData(Buffer.from('{"a":[1]}'), 'd.json'), { a: [1] })
  t.throws(() => parseData(Buffer.from('[\n1,\n]'), 'd.json'), {
    message: /^d\.json:3:1: this is not JSON: expected a value$/,
  })
  t.throws(() => parseData(Buffer.from('3'), 'd.json'), { message: 'd.json:1:1: the data must be a JSON object' })
})
