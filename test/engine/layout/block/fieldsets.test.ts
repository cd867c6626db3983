import t from 'tap'
import { compileSmall, layOut, placesOn } from '../lay-out.js'

const CSS = 'fieldset { margin: 0; padding: 0; border: 2px solid } legend { padding: 0 } p { margin: 0 }'

function placesOf(body: string): string[] {
  const { pages } = layOut(compileSmall(CSS, body))
  return pages.map((page) => placesOn(page).join(' '))
}

const lines = (count: number) => Array.from({ length: count }, (_, index) => `<p>${index}</p>`).join('')

t.test('a legend stands once, where its fieldset begins', async (t) => {
  t.same(placesOf(`<fieldset><legend>L</legend>${lines(11)}</fieldset>`), [
    'L@2,0 0@2,10 1@2,20 2@2,30 3@2,40 4@2,50 5@2,60 6@2,70 7@2,80 8@2,90',
    '9@2,0 10@2,10',
  ])
})

t.test('edges that are cloned are those of the fieldset without its legend', async (t) => {
  const clone = 'style="box-decoration-break: clone"'
  t.same(placesOf(`<fieldset ${clone}><legend>L</legend>${lines(10)}</fieldset>`), [
    'L@2,0 0@2,10 1@2,20 2@2,30 3@2,40 4@2,50 5@2,60 6@2,70 7@2,80',
    '8@2,2 9@2,12',
  ])
})

t.test('a legend does not stay without a line of what it is about', async (t) => {
  const before = '<div style="height: 85px"></div>'
  t.same(placesOf(`${before}<fieldset><legend>L</legend>${lines(2)}</fieldset>`), ['', 'L@2,0 0@2,10 1@2,20'])
})

t.test('a legend is centred over a wider border, which percentages of heights do not count', async (t) => {
  const wide = '<fieldset style="border-top-width: 30px; height: 50px"><legend>L</legend>'
  t.same(placesOf(`${wide}<div style="height: 50%"></div><p>a</p></fieldset><p>b</p>`), ['L@2,10 a@2,55 b@0,82'])
})

t.test('legends are marked, and break forced inside them does nothing', async (t) => {
  const { pages } = layOut(
    compileSmall(CSS, '<fieldset><legend><h1 style="break-before:page;margin:0">L</h1></legend>a</fieldset>'),
  )
  t.equal(pages.length, 1)
})
