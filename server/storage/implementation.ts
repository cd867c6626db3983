/** How operations are done with what they stand on, by their names: each takes it before its own parameters. */
export type Implementation<Operations, Parts> = {
  readonly [Name in keyof Operations]: Operations[Name] extends (...parameters: infer Parameters) => infer Result
    ? (parts: Parts, ...parameters: Parameters) => Result
    : never
}

/** The operations of an implementation over open databases. */
export function bind<Operations, Parts>(
  implementation: Implementation<Operations, Parts>,
  parts: Parts,
): Readonly<Operations> {
  const bound = Object.entries<(parts: Parts, ...parameters: unknown[]) => unknown>(implementation).map(
    ([name, run]) => [name, (...parameters: unknown[]) => run(parts, ...parameters)],
  )
  // Its members are those of the implementation, without the first parameter.
  return Object.fromEntries(bound) as Operations
}
