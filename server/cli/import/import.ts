import { readFileSync, writeFileSync } from 'node:fs'
import { type Command, CommandError, parseArguments, UsageError } from '../command.js'
import { writeJson, writeNote, writeOut } from '../output.js'
import { importHandlebars, importMustache } from './handlebars.js'
import type { ImportedTemplate } from './imported-template.js'
import { importPercentTags } from './percent-tags.js'

const LANGUAGES: Readonly<Record<string, (file: string, text: string) => ImportedTemplate>> = {
  handlebars: importHandlebars,
  mustache: importMustache,
  liquid: (file, text) => importPercentTags(file, text, 'liquid'),
  jinja: (file, text) => importPercentTags(file, text, 'jinja'),
}

export const command: Command = {
  help: `Usage: platen import ${Object.keys(LANGUAGES).join('|')} FILE [--out FILE] [--json]

Rewrites a template of another language. What has a counterpart is written as platen has it; everything else stays
as it was, and is listed with its place and the reason on standard error.

  --out FILE  where the template is written; default: standard output
  --json      print {out, left: [{line, column, text, why}]}; needs --out

Example: platen import liquid invoice.liquid --out invoice/template.html`,

  async run(args) {
    const { values, positionals } = parseArguments(
      args,
      { out: { type: 'string' }, json: { type: 'boolean', default: false } },
      ['LANGUAGE', 'FILE'],
    )
    const [language = '', file = ''] = positionals
    const rewrite = Object.hasOwn(LANGUAGES, language) ? LANGUAGES[language] : undefined
    if (!rewrite) throw new UsageError(`LANGUAGE is ${Object.keys(LANGUAGES).join(', ')}, not "${language}"`)
    if (values.json && values.out === undefined)
      throw new UsageError('--json needs --out: both print to standard output')
    const { text, left } = rewrite(file, readText(file))
    if (values.out === undefined) await writeOut(text)
    else writeText(values.out, text)
    if (values.json) await writeJson({ out: values.out, left })
    else
      for (const { line, column, text: tag, why } of left) await writeNote(`${file}:${line}:${column}: ${tag}: ${why}`)
    return 0
  },
}

function readText(file: string): string {
  try {
    return readFileSync(file, 'utf8')
  } catch (error) {
    throw asCommandError(error, `${file} cannot be read`)
  }
}

function writeText(file: string, text: string): void {
  try {
    writeFileSync(file, text)
  } catch (error) {
    throw asCommandError(error, `--out: ${file} cannot be written`)
  }
}

function asCommandError(error: unknown, what: string): unknown {
  return error instanceof Error && 'code' in error ? new CommandError(`${what} (${String(error.code)})`) : error
}
