import { _, type Ajv2020, type KeywordCxt, Name } from 'ajv/dist/2020.js'
import { evaluatedPropsToName, mergeEvaluated } from 'ajv/dist/compile/util.js'
import { PART } from './read-schema.js'
import { addFailure, type FailureSite, type PartFailure } from './schema-failures.js'

/** The members and items that a check of a part has evaluated, for `unevaluatedProperties` and `unevaluatedItems`. */
export interface Evaluated {
  /** Names of properties, or all of them. */
  readonly props?: Readonly<Record<string, true | undefined>> | true | undefined
  /** How many items, or all of them. */
  readonly items?: number | true | undefined
}

/** The keyword that makes a part write down what it looks at. */
export const TRACK = '$track'

/** Checks values by a part of a schema. Like ajv's functions it leaves what it found at itself. */
export interface PartCheck extends PartFailure {
  (data: unknown, instancePath: string): boolean
  readonly evaluated: Evaluated
}

const INSTANCE_PATH = new Name('instancePath')
const ERRORS = new Name('errors')
const ALL_ERRORS = new Name('vErrors')

/**
 * Gives a validator the keyword that asks another part of the schema about the same value: what `$ref` is in JSON
 * Schema, but for parts that are known by their number, called by a function of ours.
 *
 * @param onSite told of each place where a part is asked
 */
export function addPartKeyword(
  ajv: Ajv2020,
  checkOf: (part: number) => PartCheck,
  onSite: (site: FailureSite) => void,
): void {
  ajv.addKeyword({
    keyword: PART,
    schemaType: 'number',
    code(context) {
      const { gen, data, schema, it } = context
      const site: FailureSite = { place: it.errSchemaPath, list: undefined, count: 0 }
      onSite(site)
      const check = gen.scopeValue('validate', { ref: checkOf(schema) })
      const add = gen.scopeValue('func', { ref: addFailure })
      const siteName = gen.scopeValue('obj', { ref: site })
      context.result(
        _`${check}(${data}, ${INSTANCE_PATH} + ${it.errorPath})`,
        () => addEvaluated(context, check),
        () => {
          gen.assign(ALL_ERRORS, _`${add}(${ALL_ERRORS}, ${check}, ${siteName})`)
          gen.assign(ERRORS, _`${ALL_ERRORS}.length`)
        },
      )
    },
  })
}

/**
 * Gives a validator the keyword by which a part begins to write down which properties it looks at. ajv begins where
 * the first are known, which may be in a branch that is not taken.
 */
export function addTrackKeyword(ajv: Ajv2020): void {
  ajv.addKeyword({
    keyword: TRACK,
    schemaType: 'boolean',
    before: '$ref',
    code({ gen, it }) {
      it.props = evaluatedPropsToName(gen)
    },
  })
}

/** As ajv does for what `$ref` leads to, when that is known only after the check. */
function addEvaluated({ gen, it }: KeywordCxt, check: Name): void {
  if (!it.opts.unevaluated) return
  if (it.props !== true) {
    const props = gen.var('props', _`${check}.evaluated.props`)
    it.props = mergeEvaluated.props(gen, props, it.props, Name)
  }
  if (it.items !== true) {
    const items = gen.var('items', _`${check}.evaluated.items`)
    it.items = mergeEvaluated.items(gen, items, it.items, Name)
  }
}
