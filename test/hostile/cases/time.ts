import type { HostileCases } from '../hostile-case.js'
import { crowdCases } from './crowds.js'
import { nestingCases } from './nesting.js'
import { numberCases } from './numbers.js'
import { textCases } from './text.js'

/** Documents that must end soon, with a file or with a clear error. */
export const timeCases: HostileCases = [...textCases, ...numberCases, ...nestingCases, ...crowdCases]
