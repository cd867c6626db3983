import { crowdCases } from './crowds.js'
import { nestingCases } from './nesting.js'
import { numberCases } from './numbers.js'
import { textCases } from './text.js'
import type { TimeCase } from './time-case.js'

/** Documents that must end soon, with a file or with a clear error. */
export const TIME_CASES: readonly TimeCase[] = [...textCases, ...numberCases, ...nestingCases, ...crowdCases]
