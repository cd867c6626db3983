import t from 'tap'
import { AlignedObjects } from '../../../engine/pdf/aligned-objects.js'
import { undoPredictor } from './read-pdf.js'

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

function filteredObjects(objects: AlignedObjects): ReadonlyMap<number, string> {
  const { first, bytes } = objects.filterRows()
  return objectsIn(undoPredictor(bytes, objects.width), first)
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
  t.same(filteredObjects(objects), expected)
})

t.test('an object longer than a row goes on in the next ones', async (t) => {
  const objects = new AlignedObjects(20)
  const long = `<<${'/Key (value)'.repeat(7)}>>`
  add(objects, 1, '<</A 1>>')
  add(objects, 2, long)
  add(objects, 3, '<</B 2>>')
  t.same(
    filteredObjects(objects),
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
  const found = filteredObjects(objects)
  t.same([...found.keys()], [1, 2, 3])
  t.same(found.get(2)?.split(/\s+/), ['[', '1', '0', 'R', '2', '0', 'R', '3', '0', 'R]'])
  t.equal(found.get(3), '<</B 2>>')
})

t.test('without rows, the same objects follow each other', async (t) => {
  const objects = new AlignedObjects(50)
  add(objects, 11, '<</A 1>>')
  add(objects, 12, '<</B 2>>')
  const { first, bytes } = objects.encode()
  t.equal(Buffer.from(bytes).toString('latin1'), '11 0 12 9 <</A 1>>\n<</B 2>>\n')
  t.same(objectsIn(Buffer.from(bytes), first), filteredObjects(objects))
})

t.test('a stream that was written leaves nothing to the next one', async (t) => {
  const objects = new AlignedObjects()
  add(objects, 1, `<</Long (${'x'.repeat(80)})>>`)
  objects.filterRows()
  objects.clear()
  add(objects, 2, '<</B 2>>')
  t.equal(objects.width, 50)
  t.same(filteredObjects(objects), new Map([[2, '<</B 2>>']]))
})
