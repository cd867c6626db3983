/** Thrown when the engine itself is wrong, never for what an author or a client did. */
class InvariantError extends Error {
  override readonly name = 'InvariantError'
}

/** States what must hold; a failure is a bug of the engine. `expected` completes "expected …". */
export function invariant(condition: unknown, expected: string): asserts condition {
  if (!condition) throw new InvariantError(`expected ${expected}`)
}

/** Closes an exhaustive `switch` over a union. */
export function assertNever(value: never): never {
  throw new InvariantError(`expected no further case, got ${JSON.stringify(value)}`)
}
