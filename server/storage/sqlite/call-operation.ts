type Operations = Readonly<Record<string, (...parameters: never[]) => Promise<unknown>>>

/**
 * Calls an operation of the store by its name. Whoever calls is typed by the interface of the operations.
 *
 * @throws Error when there is no such operation
 */
export async function callOperation(
  operations: object,
  operation: string,
  parameters: readonly unknown[],
): Promise<unknown> {
  const run = (operations as Operations)[operation]
  if (!run) throw new Error(`the store has no operation ${operation}`)
  return run(...(parameters as never[]))
}
