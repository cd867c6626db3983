import t from 'tap'
import { contentOf, isElement, StructureTree } from '../../../engine/tags/structure-tree.js'

/** The kids of the document's element: elements by their orders, pieces of content by their numbers. */
function kidsOfRoot(tree: StructureTree, orders: ReadonlyMap<number, number>): string {
  const kids = tree.kidsOf(tree.root)
  return kids.map((kid) => (isElement(kid) ? `${orders.get(kid)}` : `(${contentOf(kid)})`)).join(' ')
}

/** Attaches elements of the document's element in the order of painting, with a piece of content for each 0. */
function paint(...orders: readonly number[]): string {
  const tree = new StructureTree(0)
  const known = new Map<number, number>()
  for (const order of orders) {
    if (order === 0) {
      tree.addContent(tree.root)
      continue
    }
    const element = tree.add(tree.root, { type: 'P', order })
    known.set(element, order)
    tree.attach(element)
  }
  return kidsOfRoot(tree, known)
}

t.test('elements stand in the order of the document, whatever the order of painting', async (t) => {
  t.equal(paint(1, 2, 3), '1 2 3')
  t.equal(paint(3, 1, 2), '1 2 3')
})

t.test('content stays behind the last element that was there before it', async (t) => {
  t.equal(paint(0, 2, 0, 1), '(0) 1 2 (1)')
  t.equal(paint(1, 0, 4, 0, 2, 3, 0), '1 (0) 2 3 4 (1) (2)')
})

t.test('an element can stand right behind another one, before content that followed that', async (t) => {
  const tree = new StructureTree(0)
  const call = tree.add(tree.root, { type: 'Reference', order: 1 })
  tree.attach(call)
  tree.addContent(tree.root)
  const note = tree.add(tree.root, { type: 'Note', order: 1 })
  tree.putBehind(note, call)
  tree.attach(note)
  t.strictSame(tree.kidsOf(tree.root).map(isElement), [true, true, false])
})

t.test('an element is part of the document with the first thing in it', async (t) => {
  const tree = new StructureTree(0)
  const table = tree.add(tree.root, { type: 'Table', order: 1 })
  const row = tree.add(table, { type: 'TR', order: 2 })
  const cell = tree.add(row, { type: 'TD', order: 3 })
  tree.add(row, { type: 'TD', order: 4 })
  t.strictSame([...tree.inOrder()], [tree.root])
  tree.addContent(cell)
  t.strictSame([...tree.inOrder()], [tree.root, table, row, cell])
})

t.test('a tree holds as many elements and as much content as are added', async (t) => {
  const tree = new StructureTree(0)
  const elements = Array.from({ length: 1000 }, (_, order) => tree.add(tree.root, { type: 'P', order }))
  for (const element of elements.toReversed()) {
    tree.addContent(element)
    tree.addContent(element)
  }
  t.strictSame([...tree.inOrder()], [tree.root, ...elements])
  t.strictSame(tree.kidsOf(elements[0] ?? 0).map(contentOf), [1998, 1999])
})
