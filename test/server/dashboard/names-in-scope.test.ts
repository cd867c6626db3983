import t from 'tap'
import { namesInScope } from '../../../server/dashboard/studio/names-in-scope.js'

const DATA = JSON.stringify({
  customer: { name: 'Ada', city: { zip: '1' } },
  items: [
    { text: 'Tea', price: 2 },
    { price: 3, lines: [{ note: 'x' }] },
  ],
  total: 5,
})

function names(before: string, data: readonly string[] = [DATA]): readonly string[] {
  return namesInScope(data, before).map(({ path }) => path)
}

const ROOT = ['customer', 'customer.name', 'customer.city', 'customer.city.zip', 'items', 'total']

t.test('outside of loops only the fields of the data are there', async (t) => {
  t.same(names('<p>{{'), ROOT)
  t.same(names('{{#each items}}{{text}}{{/each}}{{'), ROOT, 'also behind a loop')
  t.same(names('{{#if total}}{{'), ROOT, 'and within a condition')
})

t.test('within a loop the fields of its items come first, of all items', async (t) => {
  t.same(names('{{#each items}}<td>{{'), ['price', 'lines', 'text', ...ROOT])
  t.same(names('{{#each items | sort "price"}}{{'), ['price', 'lines', 'text', ...ROOT])
  t.same(names('{{#each items as item}}{{').slice(0, 4), ['item', 'item.price', 'item.lines', 'item.text'])
  t.same(names('{{#each items | map "x"}}{{'), ROOT, 'nothing is known of other items')
})

t.test('loops stand within loops, and run over what is named in them', async (t) => {
  const inner = ['note', 'price', 'lines', 'text', ...ROOT]
  for (const list of ['lines', 'this.lines']) t.same(names(`{{#each items}}{{#each ${list}}}{{`), inner, list)
  t.same(names('{{#each items}}{{#each ../items}}{{'), ['price', 'lines', 'text', ...ROOT])
  t.same(names('{{#each items}}{{#each @root.items}}{{').slice(0, 2), ['price', 'lines'])
  t.same(names('{{#let who = customer}}{{').slice(0, 4), ['who', 'who.name', 'who.city', 'who.city.zip'])
})

t.test('an inner name hides an outer one, and what is no JSON says nothing', async (t) => {
  const data = '{"name":"outer","list":[{"name":"inner"}]}'
  t.same(namesInScope([data], '{{#each list}}{{').find(({ path }) => path === 'name')?.example, 'inner')
  t.same(names('{{', ['{"a":', '{"b":1}']), ['b'])
  t.same(names('{{', ['{"a b":1,"constructor":2}']), ['constructor'])
})
