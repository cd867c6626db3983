/** How programs of `npm run verify` end: like those of `test/tools`, by which they can be run as steps. */
export const EXIT = {
  /** All that was looked at is right. */
  right: 0,
  /** There is a fault. */
  fault: 1,
  /** Something could not be looked at, since this machine lacks what it needs. */
  missing: 2,
} as const

export interface StepOptions {
  /** For steps that take as long as they are given. */
  readonly minutes: number
  /** Of all that is random. */
  readonly seed: number
}

/** A check that takes longer than one of every change may: a program that says by its end what it found. */
export interface Step {
  /** By which it is chosen on the command line. */
  readonly name: string
  /** What it looks at, in a few words for the table. */
  readonly what: string
  /** The compiled program, relative to this folder. */
  readonly program: string
  args?(options: StepOptions): readonly string[]
  readonly env?: Readonly<Record<string, string>>
}
