import type { Compilable, CompiledQuery, QueryResult } from 'kysely'

/** A connection or transaction, as far as a query needs one. */
export interface QueryRunner {
  executeQuery<Row>(query: CompiledQuery<Row>): Promise<QueryResult<Row>>
}

/** Stands in a query for a value that is known only when it runs. */
class Placeholder {
  constructor(readonly name: PropertyKey) {}
}

/** Gives what stands in a query for a value of this name. */
export type Placeholders<Values> = <Name extends keyof Values>(name: Name) => Values[Name]

/**
 * A query whose SQL is built once for each open store and then only given other values: building it costs more than
 * running it, which counts where a request needs half a dozen. The values are single ones, not lists.
 */
export function prepareQuery<Store extends object, Values extends object, Row>(
  build: (store: Store, value: Placeholders<Values>) => Compilable<Row>,
): (store: Store, runner: QueryRunner, values: Values) => Promise<readonly Row[]> {
  const compiled = new WeakMap<Store, CompiledQuery<Row>>()
  // Only the query builder sees it, which passes on what it does not know as a parameter.
  const value: Placeholders<Values> = <Name extends keyof Values>(name: Name) => new Placeholder(name) as Values[Name]
  return async (store, runner, values) => {
    let query = compiled.get(store)
    if (!query) {
      query = build(store, value).compile()
      compiled.set(store, query)
    }
    const parameters = query.parameters.map((parameter) =>
      parameter instanceof Placeholder ? values[parameter.name as keyof Values] : parameter,
    )
    return (await runner.executeQuery<Row>({ ...query, parameters })).rows
  }
}
