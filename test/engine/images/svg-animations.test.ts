import { readFileSync } from 'node:fs'
import t from 'tap'
import { type DrawnFate, drawingElements } from '../../../engine/images/svg/svg-elements.js'
import { drawing } from './svg.js'

const of = (animation: string, attributes = 'width="9" height="9"') =>
  drawing(`<rect ${attributes}>${animation}</rect>`).notes

const unplayed = (name: string) => [`<${name}> is not played: the drawing is printed as it is without it`]

t.test('an animation whose end stays is named', async (t) => {
  const grows = 'attributeName="width" dur="1s"'
  t.same(of(`<animate ${grows} from="9" to="50" fill="freeze"/>`), unplayed('animate'))
  t.same(of(`<animate ${grows} values="9;50;" fill="freeze" begin="2s"/>`), unplayed('animate'))
  t.same(of(`<animate ${grows} by="50" fill="freeze" begin="a.end+1s"/>`), unplayed('animate'))
  t.same(of('<set attributeName="width" to="50"/>'), unplayed('set'))
  t.same(of('<animateTransform attributeName="transform" type="rotate" to="90" fill="freeze"/>'), [
    ...unplayed('animateTransform'),
  ])
  t.same(of('<animateMotion path="M0 0 9 9" dur="1s" fill="freeze"/>'), unplayed('animateMotion'))
  t.same(of('<discard/>'), unplayed('discard'))
})

t.test('an animation with which the document begins otherwise is named', async (t) => {
  t.same(of('<animate attributeName="opacity" from="0" to="1" dur="1s"/>'), unplayed('animate'))
  t.same(of('<animate attributeName="x" values="7;0" dur="1s" repeatCount="indefinite"/>'), unplayed('animate'))
  t.same(of('<animateMotion path="M5 0 9 9" dur="1s"/>'), unplayed('animateMotion'))
})

t.test('an animation that changes nothing on paper is no loss', async (t) => {
  t.same(of('<animate attributeName="width" from="9" to="50" dur="1s"/>'), [], 'it begins as it is and goes back')
  t.same(of('<animate attributeName="width" from="7" to="50" dur="1s" begin="2s"/>'), [], 'it begins later')
  t.same(
    of('<animate attributeName="width" from="0" to="9" dur="1s" begin="2s" fill="freeze"/>'),
    [],
    'it ends as it is',
  )
  t.same(of('<set attributeName="width" to="50" begin="click"/>'), [], 'nobody clicks')
  t.same(of('<set attributeName="width" to="50" begin="indefinite"/>'), [])
  t.same(of('<set attributeName="width" to="9"/>'), [])
  const turns = '<animateTransform attributeName="transform" type="rotate" from="0 5 5" to="360 5 5" dur="1s"'
  t.same(of(`${turns} repeatCount="indefinite"/>`), [], 'a turn begins with no turn')
  t.same(of('<animateTransform attributeName="transform" type="scale" from="1 1" to="2" dur="1s"/>'), [])
})

t.test('animations are found wherever they stand, and by what they name', async (t) => {
  const stop = '<stop offset="0"><animate attributeName="offset" to="1" fill="freeze"/></stop>'
  t.same(drawing(`<linearGradient id="g">${stop}</linearGradient>`).notes, unplayed('animate'))
  const named = '<set href="#r" attributeName="width" to="50"/>'
  t.same(drawing(`<rect id="r" width="50" height="9"/>${named}`).notes, [])
  t.same(drawing(`<rect id="r" width="40" height="9"/>${named}`).notes, unplayed('set'))
  t.same(drawing(`<rect width="40" height="9"/>${named}`).notes, [], 'no element has the name')
})

t.test('an element that no drawing has is named', async (t) => {
  t.same(drawing('<g><rectangle width="9" height="9"/></g>').notes, ['<rectangle> is no element of a drawing'])
  t.same(drawing('<title>a</title><desc>b</desc><metadata><x/></metadata><defs><view/></defs>').notes, [])
})

t.test('the table of the documentation is the table of drawings', async (t) => {
  const guide = readFileSync(new URL('../../../../engine/docs/css-support.md', import.meta.url), 'utf8')
  const fates: readonly DrawnFate[] = ['hidden', 'not played']
  for (const fate of fates) {
    const row = `| in drawings ${fate} | ${drawingElements(fate)
      .map((name) => `\`${name}\``)
      .join(', ')} |`
    t.ok(guide.includes(row), row)
  }
})
