import type { Step } from './step.js'

/** Cases of the fuzzer: some ten minutes. The tests of every change try a few hundred. */
const FUZZ_CASES = 10_000

/** All steps in their order. To add one, write its record here. */
export const STEPS: readonly Step[] = [
  {
    name: 'drill',
    what: 'the service while everything around it fails',
    program: './drill/drill.js',
    args: ({ minutes, seed }) => ['--minutes', String(minutes), '--seed', String(seed)],
  },
  {
    name: 'fuzz',
    what: `${FUZZ_CASES.toLocaleString('en-US')} mutilated templates`,
    program: '../fuzz/fuzz.js',
    args: ({ seed }) => [String(FUZZ_CASES), String(seed)],
  },
  {
    name: 'hostile',
    what: 'every hostile document over HTTP',
    program: '../run.js',
    args: () => ['hostile'],
    env: { TEST_HOSTILE: 'all' },
  },
  {
    name: 'standards',
    what: 'samples and documents under every standard by veraPDF',
    program: '../tools/validate-standards.js',
  },
  {
    name: 'factur-x',
    what: 'Factur-X invoices of every level by Mustang',
    program: '../tools/validate-invoices.js',
  },
  {
    name: 'invoices',
    what: 'a hundred invoices in every form by the official rules',
    program: '../tools/verify-invoices.js',
  },
  {
    name: 'clients',
    what: 'clients that are generated from the OpenAPI document',
    program: '../tools/generated-clients.js',
  },
  {
    name: 'releases',
    what: 'the package on the oldest and newest releases of Node.js',
    program: '../tools/run-on-releases.js',
  },
]
