import type { Test } from 'tap'

/** Statements about one thing, by their names. All are given the same bench. */
export type Cases<Bench> = Readonly<Record<string, (t: Test, bench: Bench) => Promise<void>>>

/** Runs cases one after the other, in the order they are written in. */
export async function runCases<Bench>(t: Test, bench: Bench, cases: Cases<Bench>): Promise<void> {
  for (const [name, run] of Object.entries(cases)) await t.test(name, (t) => run(t, bench))
}
