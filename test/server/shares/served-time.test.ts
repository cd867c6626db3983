import t from 'tap'
import { ServedTime } from '../../../server/shares/served-time.js'

t.test('the time that organizations have had', async (t) => {
  await t.test('adds up as long as anyone is there', async (t) => {
    const time = new ServedTime()
    time.arrive('a')
    time.arrive('a')
    time.leave('a', 300)
    t.equal(time.of('a'), 300)
    time.leave('a', 200)
    t.equal(time.of('a'), 0, 'nobody is there to compare with')
  })

  await t.test('who comes anew is level with the one that has had least', async (t) => {
    const time = new ServedTime()
    for (const organization of ['a', 'a', 'b', 'b']) time.arrive(organization)
    time.leave('a', 500)
    time.leave('b', 100)
    time.arrive('c')
    t.equal(time.of('c'), 100)
  })

  await t.test('who was away for a moment has not got rid of anything', async (t) => {
    const time = new ServedTime()
    for (const organization of ['a', 'b']) time.arrive(organization)
    time.leave('a', 500)
    time.arrive('a')
    t.equal(time.of('a'), 500)
  })

  await t.test('the absent are forgotten when there are many', async (t) => {
    const time = new ServedTime()
    time.arrive('present')
    for (let number = 0; number <= 1_001; number++) {
      time.arrive(`visitor ${number}`)
      time.leave(`visitor ${number}`, 10)
    }
    t.equal(time.of('visitor 0'), 0)
  })
})
