import { readFileSync } from 'node:fs'
import { packageFile } from '../observability/package-version.js'

/** A document that assistants may read. */
export interface Guide {
  readonly name: string
  readonly uri: string
  readonly title: string
  readonly description: string
  /** From the folder of the package. */
  readonly file: string
}

export const GUIDES: readonly Guide[] = [
  {
    name: 'reference',
    uri: 'platen://docs/reference',
    title: 'Template language',
    description: 'Placeholders, blocks, expressions and filters of templates',
    file: 'engine/docs/reference.md',
  },
  {
    name: 'css',
    uri: 'platen://docs/css',
    title: 'CSS',
    description: 'The properties, selectors and at-rules that are supported, and how pages are made',
    file: 'engine/docs/css-support.md',
  },
  {
    name: 'cookbook',
    uri: 'platen://docs/cookbook',
    title: 'Cookbook',
    description: 'Recipes: letterheads, totals, tables over pages, contents, codes, labels',
    file: 'engine/docs/cookbook.md',
  },
  {
    name: 'diagnostics',
    uri: 'platen://docs/diagnostics',
    title: 'Diagnostics',
    description: 'Every code of a problem, with an example',
    file: 'engine/docs/diagnostics.md',
  },
]

export function textOf({ file }: Guide): string {
  return readFileSync(packageFile(file), 'utf8')
}

const DIAGNOSTICS_FILE = 'engine/docs/diagnostics.md'

/** What the documentation says of a code: what it means, and an example of HTML. */
export interface Explanation {
  readonly code: string
  readonly means: string
  readonly example: string
}

/** The rows of the tables of codes. */
export function explanations(): readonly Explanation[] {
  const rows = readFileSync(packageFile(DIAGNOSTICS_FILE), 'utf8').matchAll(/^\| `([a-z-]+)` \| (.*?) \| (.*) \|$/gm)
  return [...rows].map(([, code = '', means = '', example = '']) => ({
    code,
    means,
    example: example.replaceAll('\\|', '|'),
  }))
}
