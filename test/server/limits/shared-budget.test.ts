import t from 'tap'
import { SharedBudget } from '../../../server/limits/shared-budget.js'

t.test('one of those who share a budget may have half of what the others leave', async (t) => {
  const budget = new SharedBudget(100)
  const [greedy, other] = [budget.open('a'), budget.open('a')]
  t.equal(greedy.take(30), 'taken')
  t.equal(other.take(21), 'own-share-used-up', 'its purposes count together')
  t.equal(other.take(20), 'taken')
  t.equal(budget.open('b').take(26), 'everything-used-up')
  const modest = budget.open('b')
  t.equal(modest.take(25), 'taken')
  t.equal(modest.take(1), 'own-share-used-up')
  t.equal(budget.open('c').take(12), 'taken')
})

t.test('what is given back can be taken again', async (t) => {
  const budget = new SharedBudget(100)
  const account = budget.open('a')
  for (const amount of [10, 20, 20]) t.equal(account.take(amount), 'taken')
  t.equal(account.take(1), 'own-share-used-up')
  account.release()
  account.release()
  t.equal(budget.open('a').take(50), 'taken')
  t.equal(budget.open('b').take(25), 'taken')
})

t.test('nobody gets more than there is', async (t) => {
  const budget = new SharedBudget(1_000)
  let taken = 0
  for (let owner = 0; owner < 100; owner++) {
    const account = budget.open(String(owner))
    while (account.take(1) === 'taken') taken++
  }
  t.equal(taken, 1_000)
})
