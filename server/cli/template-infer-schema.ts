import { writeFile } from 'node:fs/promises'
import { compileTemplate, createFontLibrary, formatWithSource, inferSchema } from '../../engine/index.js'
import { parseData, readBytes } from '../templates/template-files.js'
import { type Command, CommandError, parseArguments } from './command.js'
import { readSource } from './engine-input.js'
import { writeNote, writeOut } from './output.js'

/** The codes of diagnostics for data that the template uses and the samples lack. */
const MISSING = new Set(['unknown-field', 'unmatched-placeholder'])

export const command: Command = {
  help: `Usage: platen template infer-schema TEMPLATE.html|DIR [--data FILE …] [--out FILE]

Prints a JSON Schema of a template's data: types, required fields and examples as its samples have them. What the
template asks for and no sample has is listed on standard error.

  --data FILE  a sample; may be given several times; for a DIR its sample.json is one more
  --out FILE   writes the schema to a file

Example: platen template infer-schema templates/invoice --out templates/invoice/schema.json`,

  async run(args) {
    const { values, positionals } = parseArguments(
      args,
      { data: { type: 'string', multiple: true, default: [] }, out: { type: 'string' } },
      ['TEMPLATE.html|DIR'],
    )
    const { source } = readSource(positionals[0] ?? '')
    const given = values.data.map((file) => parseData(readBytes(file), file))
    const samples = [...(source.samples ?? []), ...given]
    if (samples.length === 0) throw new CommandError('there is no sample: give one with --data FILE')
    const checked = { ...source, schema: undefined, samples }
    const { diagnostics } = compileTemplate(checked, { fonts: createFontLibrary() })
    for (const diagnostic of diagnostics) {
      if (MISSING.has(diagnostic.code)) await writeNote(formatWithSource(diagnostic, checked))
    }
    const schema = `${JSON.stringify(inferSchema(samples), undefined, 2)}\n`
    if (values.out === undefined) await writeOut(schema)
    else await writeFile(values.out, schema)
    return 0
  },
}
