import t from 'tap'
import { compileSmall, layOut } from '../layout/lay-out.js'

const HEADER = '@top-left { content: "No. {{number}}" }'

t.test('the pages of a document show its own data', async (t) => {
  const template = compileSmall(`@page { ${HEADER} } p { color: red }`, '<p>a</p>')
  layOut(template, { number: 1 })
  const second = layOut(template, { number: 2 })
  t.same(second.diagnostics, [])
  t.same(
    second.pages[0]?.style.marginBoxes.get('top-left')?.content,
    [{ kind: 'string', text: 'No. 2' }],
    'the page shows the data of its document',
  )
})

/** A sheet of page rules only, beside one for elements. */
function twoSheets(pageRules: string) {
  return compileSmall('p { width: 50vw; color: red }', `<style>${pageRules}</style><p>a</p>`)
}

t.test('a sheet of page rules with data computes no style of an element anew', async (t) => {
  const template = twoSheets(`@page { ${HEADER} }`)
  layOut(template, { number: 1 })
  t.equal(layOut(template, { number: 2 }).stats.stylesComputed, 0)
})

t.test('data that change the page change what depends on it', async (t) => {
  const template = twoSheets('@page { size: {{width}}px 100px }')
  const widthOf = (width: number) => {
    const [page] = layOut(template, { width }).pages
    const body = page?.content?.fragment
    const paragraph = body?.kind === 'box' ? body.children[0]?.fragment : undefined
    const inner = paragraph?.kind === 'box' ? paragraph.children[0]?.fragment : undefined
    return inner?.width
  }
  t.equal(widthOf(200), 100)
  t.equal(widthOf(400), 200)
})

t.test('lengths of the viewport refer to the area of the first page', async (t) => {
  const widthOn = (pages: string) => {
    const page = layOut(compileSmall(`${pages} p { width: 50vw }`, '<p>a</p>'), {}).pages[0]
    const body = page?.content?.fragment
    const paragraph = body?.kind === 'box' ? body.children[0]?.fragment : undefined
    return paragraph?.kind === 'box' ? paragraph.children[0]?.fragment.width : undefined
  }
  t.equal(widthOn('@page { size: 400px 200px } @page :first { margin: 50px }'), 150)
  t.equal(widthOn('@page :right { margin: 0 50px } @page { size: 400px 200px; margin: 0 }'), 150)
  t.equal(widthOn('@page { size: 400px 200px } @page :left { margin: 50px }'), 200)
  t.equal(
    widthOn('@page { size: 400px 200px; margin: 10px 20px; border: 5px solid } @page :first { margin-top: 0 }'),
    175,
  )
})
