import t from 'tap'
import { invariant } from '../../../../engine/base/invariant.js'
import { PROFILES } from '../../../../engine/base/profile.js'
import type { ItemBox } from '../../../../engine/boxes/box-tree.js'
import { hasEdges, isKeptSideBySide } from '../../../../engine/layout/flow/side-by-side.js'
import { build } from '../../boxes/build.js'
import type { Rules } from '../../boxes/styled-fixture.js'

/** A context that knows nothing but caches, and counts the boxes that were kept in one. */
function context() {
  const kept = new Map<number, boolean>()
  return { kept, cache: () => kept as never }
}

const RULES: Rules = {
  section: { display: 'flex' },
  '.framed': { borderTopWidth: 1 },
  '.ruled': { borderLeftWidth: 1 },
  '.padded': { paddingTop: 5 },
  '.shaded': { backgroundColor: { red: 0, green: 0, blue: 0, alpha: 0.1 } },
  '.flex': { display: 'flex' },
}

/** The item of a flex container. */
function itemOf(markup: string): ItemBox {
  const { tree } = build(`<section>${markup}</section>`, RULES)
  const [container] = tree.root.kind === 'block' ? tree.root.children : []
  const item = container?.kind === 'flex' ? container.children[0] : undefined
  invariant(item, 'a flex container with an item')
  return item
}

t.test('text side by side stays whole up to a tenth of a page, frames up to half of one', async (t) => {
  const { print, browser } = PROFILES
  const isKept = (needs: number, edges: boolean) => isKeptSideBySide(print, needs, 1000, () => edges)
  t.same(
    [100, 101, 500, 501].map((needs) => isKept(needs, false)),
    [true, false, false, false],
  )
  t.same(
    [100, 101, 500, 501].map((needs) => isKept(needs, true)),
    [true, true, true, false],
  )
  t.notOk(
    isKeptSideBySide(browser, 1, 1000, () => true),
    'browsers break both',
  )
})

t.test('edges are asked for only where they matter', async (t) => {
  const isKept = (needs: number) => isKeptSideBySide(PROFILES.print, needs, 1000, () => t.fail('asked for edges'))
  t.ok(isKept(100))
  t.notOk(isKept(501))
})

const WITH_EDGES = [
  '<div class="framed">text</div>',
  '<div class="shaded">text</div>',
  '<div><div class="framed">a frame alone in its item</div></div>',
  '<div><div><p class="shaded">text</p></div></div>',
  '<img src="9x9"/>',
  '<div><img src="9x9"/></div>',
  '<div><img src="9x9"/><br/>caption</div>',
  '<div><p>name</p><div><img src="9x9"/></div><p>text</p></div>',
  '<table class="framed"><tr><td>a</td></tr></table>',
]

const WITHOUT_EDGES = [
  '<div>text</div>',
  '<div class="padded">padding that nobody sees</div>',
  '<div class="ruled">a line beside text goes on over a break</div>',
  '<div><p>text above</p><p class="framed">a frame</p></div>',
  '<div><img src="9x9"/> an icon before text</div>',
  '<div class="flex"><p class="framed">things side by side</p><p>decide for themselves</p></div>',
  '<table><tr><td class="framed">the lines of a table</td></tr></table>',
]

t.test('frames and pictures are edges, text is not', async (t) => {
  for (const markup of WITH_EDGES) t.ok(hasEdges(context(), itemOf(markup)), markup)
  for (const markup of WITHOUT_EDGES) t.notOk(hasEdges(context(), itemOf(markup)), markup)
})

t.test('a box is looked at once, and nothing below its children', async (t) => {
  const deep = itemOf(`<div><div>${'<div>'.repeat(20)}text${'</div>'.repeat(20)}</div></div>`)
  const ctx = context()
  hasEdges(ctx, deep)
  const asked = ctx.kept.size
  hasEdges(ctx, deep)
  t.equal(ctx.kept.size, asked)
  const wide = context()
  hasEdges(wide, itemOf(`<div>${'<p><b>text</b></p>'.repeat(50)}</div>`))
  t.equal(wide.kept.size, 1)
})
