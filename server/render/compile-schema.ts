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

/** Makes a schema's parts into functions with ajv, each when it is needed first. */
export function compileParts(schema: SchemaParts): SchemaCheck {
  return new CompiledParts(schema)
}

/**
 * A part that may be asked about a value more than once remembers its verdicts during a check, so that it looks at no
 * value twice: choices in choices would otherwise double the work at each level.
 */
class CompiledParts implements SchemaCheck {
  readonly #parts: readonly SchemaPart[]
  readonly #asksForUnevaluated: boolean
  readonly #ajv: Ajv2020
  readonly #checks: readonly PartCheck[]
  readonly #validators = new Map<SchemaPart, ValidateFunction>()
  readonly #sites: FailureSite[] = []
  readonly #patterns: UsedPatterns
  readonly #budget = new CheckBudget()
  readonly #memories = new Set<Map<unknown, Verdict>>()
  #rememberedFailures = 0
  #numbers: ValueNumbers | undefined
  #makingEnd = Number.POSITIVE_INFINITY

  constructor({ parts, patterns, constants, asksForUnevaluated }: SchemaParts) {
    this.#parts = parts
    this.#asksForUnevaluated = asksForUnevaluated
    this.#patterns = new UsedPatterns(patterns, this.#budget)
    this.#ajv = createAjv(this.#patterns, asksForUnevaluated)
    this.#addKeywords(constants)
    this.#checks = parts.map((part) => this.#createCheck(part))
  }

  get steps(): number {
    return this.#budget.spent
  }

  prepare(): void {
    this.#makingEnd = Number.POSITIVE_INFINITY
    for (const part of this.#parts) this.#validatorOf(part)
  }

  run(data: JsonObject): readonly ErrorObject[] {
    try {
      return this.#runOnce(data)
    } catch (error) {
      if (!isStackOverflow(error) || this.#validators.size === this.#parts.length) throw error
      // Making functions takes much of the stack too.
      this.prepare()
      return this.#runOnce(data)
    }
  }

  #runOnce(data: JsonObject): readonly ErrorObject[] {
    this.#budget.begin()
    this.#makingEnd = performance.now() + MAKING_MS
    this.#rememberedFailures = 0
    try {
      const check = at(this.#checks, 0)
      return check(data, '') ? [] : listErrors(check.errors)
    } finally {
      this.#numbers = undefined
      for (const memory of this.#memories) memory.clear()
      this.#memories.clear()
      for (const site of this.#sites) site.list = undefined
      this.#patterns.forget()
    }
  }

  #addKeywords(constants: SchemaParts['constants']): void {
    const { spend } = this.#budget
    const ofSchema = new ValueNumbers()
    for (const constant of constants) ofSchema.of(constant)
    addValueKeywords(this.#ajv, {
      ofSchema,
      ofData: () => {
        this.#numbers ??= new ValueNumbers(ofSchema, spend)
        return this.#numbers
      },
      spend,
    })
    addPartKeyword(
      this.#ajv,
      (number) => at(this.#checks, number),
      (site) => this.#sites.push(site),
    )
    addTrackKeyword(this.#ajv)
  }

  #validatorOf(part: SchemaPart): ValidateFunction {
    let validator = this.#validators.get(part)
    if (!validator) {
      if (performance.now() > this.#makingEnd) throw new CheckOverrun(part.place)
      try {
        validator = this.#ajv.compile(this.#asksForUnevaluated ? { ...part.schema, [TRACK]: true } : part.schema)
      } catch (error) {
        if (isStackOverflow(error)) throw error
        throw new SchemaError(part.place, `is not understood: ${error instanceof Error ? error.message : error}`)
      }
      this.#validators.set(part, validator)
    }
    return validator
  }

  #createCheck(part: SchemaPart): PartCheck {
    const { place, isShared, weight } = part
    const budget = this.#budget
    const spending: Spending = { place, steps: 0 }
    const memory = new Map<unknown, Verdict>()
    // One function for all of it, as the stack holds two calls for each part of deep data.
    const judge = (data: unknown, instancePath: string): boolean => {
      budget.enter(spending)
      budget.spend(STEPS_OF_CALL + weight)
      const known = isShared ? memory.get(data) : undefined
      if (known) {
        check.errors = known.errors
        check.at = known.instancePath === instancePath ? undefined : instancePath
        check.evaluated = copyOf(known.evaluated)
        return known.isValid
      }
      const validate = this.#validatorOf(part)
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
      check.evaluated = this.#asksForUnevaluated ? copyOf(validate.evaluated) : NOTHING_FOUND.evaluated
      budget.spend(STEPS_OF_ERROR * check.errors.length)
      if (isShared && (isValid || this.#rememberedFailures++ < MAX_REMEMBERED_FAILURES)) {
        memory.set(data, { isValid, instancePath, errors: check.errors, evaluated: copyOf(check.evaluated) })
        this.#memories.add(memory)
      }
      return isValid
    }
    const check = Object.assign(judge, NOTHING_FOUND)
    return check
  }
}

/** The patterns of a schema that checks have used, and all that these remember between checks. */
class UsedPatterns {
  readonly #used = new Set<Pattern>()
  readonly #spend: (steps: number) => void

  constructor(
    private readonly patterns: SchemaParts['patterns'],
    budget: CheckBudget,
  ) {
    this.#spend = (steps) => budget.spend(STEPS_OF_PATTERN * steps)
  }

  /** A pattern as ajv's functions use regular expressions. */
  toRegExp(text: string) {
    const pattern = this.patterns.get(text)
    invariant(pattern, 'a pattern that was compiled')
    return {
      test: (subject: string) => {
        this.#used.add(pattern)
        return pattern.isIn(subject, this.#spend)
      },
      // ajv takes patterns that look the same for the same.
      toString: () => JSON.stringify(text),
    }
  }

  /** Frees what the patterns remember, once it is much. */
  forget(): void {
    let remembered = 0
    for (const pattern of this.#used) remembered += pattern.remembered
    if (remembered <= MAX_REMEMBERED_PATTERNS) return
    for (const pattern of this.#used) pattern.forget()
    this.#used.clear()
  }
}

function createAjv(patterns: UsedPatterns, asksForUnevaluated: boolean): Ajv2020 {
  const toRegExp = (text: string) => patterns.toRegExp(text)
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
  return ajv
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
