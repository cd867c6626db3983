import { Ajv2020, type ErrorObject, type ValidateFunction } from 'ajv/dist/2020.js'
import { invariant } from '../../engine/base/invariant.js'
import type { JsonObject } from '../../engine/base/json.js'
import type { Pattern } from '../webhooks/rules/pattern.js'
import { CheckBudget, CheckOverrun, type Spending } from './check-budget.js'
import { FORMATS } from './formats.js'
import { addPartKeyword, addTrackKeyword, type Evaluated, type PartCheck, TRACK } from './part-keyword.js'
import type { SchemaPart, SchemaParts } from './read-schema.js'
import { SchemaError } from './schema-error.js'
import { type FailureSite, listErrors } from './schema-failures.js'
import { addValueKeywords } from './value-keywords.js'
import { ValueNumbers } from './value-numbers.js'

/** A schema that can check values. */
export interface SchemaCheck {
  /** The errors of a value, in ajv's order, if not all of very many; none when it fits. @throws CheckOverrun, SchemaError */
  run(data: JsonObject): readonly ErrorObject[]
  /** Makes all that checks may need, which is else made when it is needed first. @throws SchemaError */
  prepare(): void
  /** Steps of the last check. */
  readonly steps: number
}

/** How long a check may make functions before it gives up: those that are made are there for the next one. */
const MAKING_MS = 600

/** The cost of calling a part, on top of its keywords. */
const STEPS_OF_CALL = 8

/** The cost of an error. */
const STEPS_OF_ERROR = 8

/** The cost of a step of a pattern. */
const STEPS_OF_PATTERN = 2

/** Failures that are remembered, as their errors take memory. */
const MAX_REMEMBERED_FAILURES = 5_000

/** The most that all patterns of a schema may remember between checks. */
const MAX_REMEMBERED_PATTERNS = 65_536

/** How a check of a value ended. */
interface Verdict {
  readonly isValid: boolean
  readonly instancePath: string
  readonly errors: readonly ErrorObject[]
  readonly evaluated: Evaluated
}

/**
 * Makes a schema's parts into functions with ajv, each when it is needed first. One that may be asked about a value
 * more than once remembers its verdicts during a check, so that it looks at no value twice: choices in choices would
 * otherwise double the work at each level.
 */
export function compileParts({ parts, patterns, constants, asksForUnevaluated }: SchemaParts): SchemaCheck {
  const budget = new CheckBudget()
  const numbersOfSchema = new ValueNumbers()
  for (const constant of constants) numbersOfSchema.of(constant)
  let numbers: ValueNumbers | undefined
  let rememberedFailures = 0
  let makingEnd = Number.POSITIVE_INFINITY
  const memories = new Set<Map<unknown, Verdict>>()
  const usedPatterns = new Set<Pattern>()

  const ajv = new Ajv2020({
    meta: false,
    validateSchema: false,
    addUsedSchema: false,
    // All errors, not the first: ajv checks `required` before any property, the interface wants the properties' order.
    allErrors: true,
    ownProperties: true,
    strict: false,
    logger: false,
    formats: FORMATS,
    code: { regExp: Object.assign(toRegExp, { code: 'pattern' }), optimize: false },
  })
  ajv.opts.unevaluated = asksForUnevaluated
  addValueKeywords(ajv, {
    ofSchema: numbersOfSchema,
    ofData() {
      numbers ??= new ValueNumbers(numbersOfSchema, budget.spend)
      return numbers
    },
    spend: budget.spend,
  })
  const checks = parts.map(createCheck)
  const sites: FailureSite[] = []
  addPartKeyword(
    ajv,
    (number) => at(checks, number),
    (site) => sites.push(site),
  )
  addTrackKeyword(ajv)
  const validators = new Map<SchemaPart, ValidateFunction>()

  return {
    get steps() {
      return budget.spent
    },
    prepare,
    run,
  }

  function prepare(): void {
    makingEnd = Number.POSITIVE_INFINITY
    for (const part of parts) validatorOf(part)
  }

  function run(data: JsonObject): readonly ErrorObject[] {
    try {
      return runOnce(data)
    } catch (error) {
      if (!isStackOverflow(error) || validators.size === parts.length) throw error
      // Making functions takes much of the stack too.
      prepare()
      return runOnce(data)
    }
  }

  function runOnce(data: JsonObject): readonly ErrorObject[] {
    budget.begin()
    makingEnd = performance.now() + MAKING_MS
    rememberedFailures = 0
    try {
      const check = at(checks, 0)
      return check(data, '') ? [] : listErrors(check.errors)
    } finally {
      numbers = undefined
      for (const memory of memories) memory.clear()
      memories.clear()
      for (const site of sites) site.list = undefined
      forgetPatterns()
    }
  }

  function forgetPatterns(): void {
    let remembered = 0
    for (const pattern of usedPatterns) remembered += pattern.remembered
    if (remembered <= MAX_REMEMBERED_PATTERNS) return
    for (const pattern of usedPatterns) pattern.forget()
    usedPatterns.clear()
  }

  function spendOnPattern(steps: number): void {
    budget.spend(STEPS_OF_PATTERN * steps)
  }

  function toRegExp(text: string) {
    const pattern = patterns.get(text)
    invariant(pattern, 'a pattern that was compiled')
    return {
      test(subject: string) {
        usedPatterns.add(pattern)
        return pattern.isIn(subject, spendOnPattern)
      },
      // ajv takes patterns that look the same for the same.
      toString: () => JSON.stringify(text),
    }
  }

  function validatorOf(part: SchemaPart): ValidateFunction {
    let validator = validators.get(part)
    if (!validator) {
      if (performance.now() > makingEnd) throw new CheckOverrun(part.place)
      try {
        validator = ajv.compile(asksForUnevaluated ? { ...part.schema, [TRACK]: true } : part.schema)
      } catch (error) {
        if (isStackOverflow(error)) throw error
        throw new SchemaError(part.place, `is not understood: ${error instanceof Error ? error.message : error}`)
      }
      validators.set(part, validator)
    }
    return validator
  }

  function createCheck(part: SchemaPart): PartCheck {
    const { place, isShared, weight } = part
    const spending: Spending = { place, steps: 0 }
    const memory = new Map<unknown, Verdict>()
    const check = Object.assign(judge, NOTHING_FOUND)
    return check

    // One function for all of it, as the stack holds two calls for each part of deep data.
    function judge(data: unknown, instancePath: string): boolean {
      budget.enter(spending)
      budget.spend(STEPS_OF_CALL + weight)
      const known = isShared ? memory.get(data) : undefined
      if (known) {
        check.errors = known.errors
        check.at = known.instancePath === instancePath ? undefined : instancePath
        check.evaluated = copyOf(known.evaluated)
        return known.isValid
      }
      const validate = validatorOf(part)
      const isValid: unknown = validate(data, {
        instancePath,
        parentData: NO_OBJECT,
        parentDataProperty: '',
        rootData: NO_OBJECT,
        dynamicAnchors: NO_OBJECT,
      })
      // A promise would be taken for a yes.
      invariant(typeof isValid === 'boolean', 'a check that says yes or no')
      budget.enter(spending)
      check.errors = validate.errors ?? NO_ERRORS
      check.at = undefined
      check.evaluated = asksForUnevaluated ? copyOf(validate.evaluated) : NOTHING_FOUND.evaluated
      budget.spend(STEPS_OF_ERROR * check.errors.length)
      if (isShared && (isValid || rememberedFailures++ < MAX_REMEMBERED_FAILURES)) {
        memory.set(data, { isValid, instancePath, errors: check.errors, evaluated: copyOf(check.evaluated) })
        memories.add(memory)
      }
      return isValid
    }
  }
}

/** ajv adds to the names that it is given, and compares numbers of items with what may be `true`. */
function copyOf({ props, items }: Evaluated = {}): Evaluated {
  return {
    props: typeof props === 'object' ? { ...props } : props,
    items: items === true ? Number.POSITIVE_INFINITY : items,
  }
}

const NO_ERRORS: readonly ErrorObject[] = []

const NOTHING_FOUND: { errors: readonly ErrorObject[]; at: string | undefined; evaluated: Evaluated } = {
  errors: NO_ERRORS,
  at: undefined,
  evaluated: {},
}

/** Further arguments of ajv's functions; no remaining keyword reads them. */
const NO_OBJECT = {}

/** Whether recursion went deeper than the stack allows. */
export function isStackOverflow(error: unknown): boolean {
  return error instanceof RangeError && error.message.includes('call stack')
}

function at<T>(list: readonly T[], index: number): T {
  const item = list[index]
  invariant(item !== undefined, 'a part of the schema')
  return item
}
