import t from 'tap'
import {
  assignPreview,
  LONG_PREVIEW_MS,
  PREVIEW_PATIENCE_MS,
  type PreviewProcess,
  type WaitingPreview,
} from '../../../server/shares/previews.js'

function draft(organizationId: string, since = 0): WaitingPreview {
  return { organizationId, mode: 'sync', served: 0, order: since, since }
}

const idle: PreviewProcess<WaitingPreview> = { current: undefined, ahead: undefined, state: 'idle', heldMs: 0 }

function holding(organizationId: string, heldMs: number): PreviewProcess<WaitingPreview> {
  return { current: draft(organizationId), ahead: undefined, state: heldMs < 50 ? 'busy' : 'slow', heldMs }
}

const QUIET = { now: 0, documents: 0, cores: 2 }

t.test('a preview begins at once when nobody waits for a document', async (t) => {
  const task = draft('acme')
  t.same(assignPreview([idle, idle], [task], QUIET), { kind: 'give', renderer: 0, task })
  t.equal(assignPreview([idle, idle], [], QUIET), undefined)
})

t.test('it waits for documents, and no longer than its patience lasts', async (t) => {
  const task = draft('acme', 1_000)
  const look = (now: number) => assignPreview([idle, idle], [task], { now, documents: 1, cores: 2 })
  t.same(look(1_000), { kind: 'later', inMs: PREVIEW_PATIENCE_MS })
  t.same(look(1_040), { kind: 'later', inMs: PREVIEW_PATIENCE_MS - 40 })
  t.same(look(1_000 + PREVIEW_PATIENCE_MS), { kind: 'give', renderer: 0, task })
})

t.test('of those that wait for documents, the one that has waited long enough begins, whoever is first', async (t) => {
  const early = { ...draft('early', 0), served: 9_000 }
  const late = draft('late', 90)
  const next = assignPreview([idle, idle], [late, early], { now: PREVIEW_PATIENCE_MS, documents: 1, cores: 2 })
  t.same(next, { kind: 'give', renderer: 0, task: early })
})

t.test('one core is left to documents', async (t) => {
  const task = draft('other')
  const look = (cores: number) => assignPreview([holding('acme', 10), idle], [task], { ...QUIET, cores })
  t.same(look(2), { kind: 'later', inMs: LONG_PREVIEW_MS - 10 })
  t.same(look(1), { kind: 'later', inMs: LONG_PREVIEW_MS - 10 })
  t.same(look(4), { kind: 'give', renderer: 1, task })
})

t.test(
  'a draft that takes long keeps other organizations waiting no longer, and its own one until it is done',
  async (t) => {
    const task = draft('other')
    const processes = [holding('acme', LONG_PREVIEW_MS), idle]
    t.same(assignPreview(processes, [task], QUIET), { kind: 'give', renderer: 1, task })
    t.equal(assignPreview(processes, [draft('acme')], QUIET), undefined)
  },
)

t.test('nothing is sent ahead', async (t) => {
  t.equal(
    assignPreview([holding('acme', 10), holding('other', 10)], [draft('third')], { ...QUIET, cores: 8 }),
    undefined,
  )
})

/** One process, drafts of some ms, documents as a function of time; every ms of a simulated clock. */
function simulate(editors: number, previewMs: number, documentsAt: (now: number) => number, untilMs: number) {
  const KEY_MS = 150
  const waiting = new Map<number, WaitingPreview>()
  const shown = new Map<number, number>()
  let longestWait = 0
  let beside = 0
  let under: { readonly editor: number; readonly task: WaitingPreview; readonly since: number } | undefined
  for (let now = 0; now < untilMs; now++) {
    for (let editor = 0; editor < editors; editor++) {
      // A key takes over the turn of the one before.
      if ((now + editor * 15) % KEY_MS === 0 && !waiting.has(editor))
        waiting.set(editor, draft(`editor-${editor}`, now))
    }
    if (under && now - under.since >= previewMs) {
      shown.set(under.editor, (shown.get(under.editor) ?? 0) + 1)
      under = undefined
    }
    const documents = documentsAt(now)
    const heldMs = under ? now - under.since : 0
    const process: PreviewProcess<WaitingPreview> = {
      current: under?.task,
      ahead: undefined,
      state: under ? (heldMs < 50 ? 'busy' : 'slow') : 'idle',
      heldMs,
    }
    const next = assignPreview([process], [...waiting.values()], { now, documents, cores: 2 })
    if (next?.kind === 'give') {
      for (const [editor, task] of waiting) if (task === next.task) under = { editor, task, since: now }
      if (under) waiting.delete(under.editor)
      longestWait = Math.max(longestWait, now - next.task.since)
      if (documents > 0) beside++
    }
  }
  return { longestWait, beside, shown: Array.from({ length: editors }, (_, editor) => shown.get(editor) ?? 0) }
}

t.test('tenants who write beside documents', async (t) => {
  await t.test(
    'ten editors beside an invoice of 15 ms every 100 ms: none of the previews begins beside it',
    async (t) => {
      const { longestWait, beside, shown } = simulate(10, 12, (now) => (now % 100 < 15 ? 1 : 0), 60_000)
      t.equal(beside, 0)
      t.ok(longestWait <= 30, `${longestWait} ms`)
      t.ok(Math.min(...shown) >= 390, `pages shown a minute: ${shown.join(' ')}`)
    },
  )
  await t.test('ten editors beside documents without a pause: none waits longer than 0.15 s', async (t) => {
    const { longestWait, shown } = simulate(10, 12, () => 1, 60_000)
    t.ok(longestWait <= 150, `${longestWait} ms`)
    t.ok(Math.min(...shown) >= 390, `pages shown a minute: ${shown.join(' ')}`)
  })
})
