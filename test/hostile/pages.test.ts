import { testCases } from './test-cases.js'

testCases('pages')
