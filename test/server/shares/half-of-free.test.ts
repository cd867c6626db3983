import t from 'tap'
import { shareOfFree } from '../../../server/shares/half-of-free.js'

t.test('the share of a queue', async (t) => {
  await t.test('an organization alone fills half of it', async (t) => {
    t.equal(shareOfFree({ capacity: 100, taken: 0, own: 0 }), 50)
    t.equal(shareOfFree({ capacity: 100, taken: 30, own: 30 }), 20)
    t.equal(shareOfFree({ capacity: 100, taken: 50, own: 50 }), 0)
  })

  await t.test('the next fills half of what that one left', async (t) => {
    t.equal(shareOfFree({ capacity: 100, taken: 50, own: 0 }), 25)
    t.equal(shareOfFree({ capacity: 100, taken: 75, own: 25 }), 0)
  })

  await t.test('who has more than its share since others came adds nothing and loses nothing', async (t) => {
    t.equal(shareOfFree({ capacity: 100, taken: 90, own: 50 }), 0)
  })

  await t.test('one place is enough for one', async (t) => {
    t.equal(shareOfFree({ capacity: 1, taken: 0, own: 0 }), 1)
    t.equal(shareOfFree({ capacity: 1, taken: 1, own: 0 }), 0)
  })

  await t.test('a hundred organizations that take all they may never fill more than there is', async (t) => {
    let taken = 0
    for (let organization = 0; organization < 100; organization++) {
      taken += shareOfFree({ capacity: 1_000, taken, own: 0 })
    }
    t.equal(taken, 1_000)
  })
})
