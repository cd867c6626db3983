import t from 'tap'
import { WrittenCopies } from '../../../engine/pdf/written-copies.js'
import type { ImportedObject } from '../../../engine/pdf-input/imported-page.js'

const objects = new Map<string, ImportedObject>([
  ['a', { parts: ['<</B ', { key: 'b' }, '>>'], stream: undefined }],
  ['b', { parts: ['/Type /XObject\n'], stream: Buffer.from('q Q') }],
  ['c', { parts: [], stream: Buffer.alloc(50_000, 'c') }],
])
const at = (first: number) => (key: string) => `${first + [...objects.keys()].indexOf(key)} 0 R`

t.test('objects are written behind each other, and large streams are not copied', async (t) => {
  const { pieces, length, ids, offsets, streams } = new WrittenCopies().of(objects, 7, at(7))
  const bytes = Buffer.concat(pieces)
  t.equal(bytes.length, length)
  t.same(ids, [8, 9])
  for (const [index, id] of ids.entries())
    t.equal(bytes.toString('latin1', offsets[index], (offsets[index] ?? 0) + 7), `${id} 0 obj`)
  t.match(
    bytes.toString('latin1'),
    /^8 0 obj\n<<\n\/Type \/XObject\n\/Length 3\n>>\nstream\nq Q\nendstream\nendobj\n9 0/,
  )
  t.ok(pieces.includes(objects.get('c')?.stream ?? new Uint8Array()))
  t.same(
    streams.map((stream) => stream.ids),
    [[7]],
  )
})

t.test('what was written is written again where the numbers are the same', async (t) => {
  const copies = new WrittenCopies()
  const first = copies.of(objects, 7, at(7))
  t.equal(copies.of(objects, 7, at(7)), first)
  t.not(copies.of(objects, 8, at(8)), first)
  t.not(copies.of(new Map(objects), 8, at(8)), copies.of(objects, 8, at(8)))
})
