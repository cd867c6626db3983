import { testCases } from './test-cases.js'

testCases('time')
