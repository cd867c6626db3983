import { inflateSync } from 'node:zlib'
import t from 'tap'
import { AlignedObjects } from '../../../engine/pdf/aligned-objects.js'

/** The objects of a stream, by their numbers, as a reader of it finds them. */
function objectsIn(bytes: Buffer, first: number): ReadonlyMap<number, string> {
  const head = bytes.toString('latin1', 0, first).trim().split(/\s+/).map(Number)
  const objects = new Map<number, string>()
  for (let i = 0; i < head.length; i += 2) {
    const next = head[i + 3]
    const end = next === undefined ? bytes.length : first + next
    objects.set(head[i] ?? 0, bytes.toString('latin1', first + (head[i + 1] ?? 0), end).trim())
  }
  return objects
}

/** The decoded bytes of the stream, and where its first object is. */
function decoded(objects: AlignedObjects): { readonly first: number; readonly bytes: Buffer } {
  const { first, bytes, filter } = objects.encode()
  const once = inflateSync(bytes)
  return { first, bytes: filter === 'twice' ? inflateSync(once) : once }
}

function encodedObjects(objects: AlignedObjects): ReadonlyMap<number, string> {
  const { first, bytes } = decoded(objects)
  return objectsIn(bytes, first)
}

function add(objects: AlignedObjects, id: number, text: string): void {
  objects.add(id, objects.bodies.length)
  objects.bodies.text(text)
  objects.endRow()
}

t.test('objects are found in rows as wide as the first one asks for', async (t) => {
  const objects = new AlignedObjects()
  const expected = new Map<number, string>()
  for (let id = 8; id < 130; id++) {
    expected.set(id, `<</S/TD/P ${id * 7} 0 R/K ${id}>>`)
    add(objects, id, expected.get(id) ?? '')
  }
  t.equal(objects.width, 50)
  t.same(encodedObjects(objects), expected)
})

t.test('an object longer than a row goes on in the next ones', async (t) => {
  const objects = new AlignedObjects(20)
  const long = `<<${'/Key (value)'.repeat(7)}>>`
  add(objects, 1, '<</A 1>>')
  add(objects, 2, long)
  add(objects, 3, '<</B 2>>')
  t.same(
    encodedObjects(objects),
    new Map([
      [1, '<</A 1>>'],
      [2, long],
      [3, '<</B 2>>'],
    ]),
  )
})

t.test('an object may begin within a row, and have several', async (t) => {
  const objects = new AlignedObjects(30)
  add(objects, 1, '<</A 1>>')
  objects.bodies.spaces(21)
  objects.add(2, objects.bodies.length)
  objects.bodies.text('[')
  objects.endRow()
  objects.bodies.text('1 0 R 2 0 R')
  objects.endRow()
  objects.bodies.text('3 0 R]')
  objects.endRow()
  add(objects, 3, '<</B 2>>')
  const found = encodedObjects(objects)
  t.same([...found.keys()], [1, 2, 3])
  t.same(found.get(2)?.split(/\s+/), ['[', '1', '0', 'R', '2', '0', 'R', '3', '0', 'R]'])
  t.equal(found.get(3), '<</B 2>>')
})

t.test('rows are padded to their width, and the numbers and places of objects to one length', async (t) => {
  const objects = new AlignedObjects(20)
  add(objects, 9, '<</A 1>>')
  add(objects, 10, '<</B 2>>')
  const { first, bytes } = decoded(objects)
  t.equal(bytes.toString('latin1'), `09 00 10 20 ${'<</A 1>>'.padEnd(19)}\n${'<</B 2>>'.padEnd(19)}\n`)
  t.equal(first, 12)
})

t.test('many rows are deflated twice, and cost little each', async (t) => {
  const objects = new AlignedObjects()
  const expected = new Map<number, string>()
  for (let id = 1000; id < 11_000; id++) {
    expected.set(id, `<</S/TD/P ${Math.floor(id / 5) + 20_000} 0 R/K ${id % 400}>>`)
    add(objects, id, expected.get(id) ?? '')
  }
  t.equal(objects.encode().filter, 'twice')
  t.ok(objects.encode().bytes.length < 2 * 10_000, `${objects.encode().bytes.length} bytes`)
  t.same(encodedObjects(objects), expected)
})

t.test('a stream that was written leaves nothing to the next one', async (t) => {
  const objects = new AlignedObjects()
  add(objects, 1, `<</Long (${'x'.repeat(80)})>>`)
  objects.encode()
  objects.clear()
  add(objects, 2, '<</B 2>>')
  t.equal(objects.width, 50)
  t.same(encodedObjects(objects), new Map([[2, '<</B 2>>']]))
})
