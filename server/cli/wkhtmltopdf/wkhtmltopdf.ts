import { packageVersion } from '../../observability/package-version.js'
import type { Command } from '../command.js'
import { writeOut } from '../output.js'
import { parseWords } from './parse-words.js'
import { runJob } from './run-job.js'

/** The version of which options and sizes are taken over. Wrappers read it from this line to know what they may pass. */
const ANSWERED_VERSION = 'wkhtmltopdf 0.12.6 (with patched qt)'

export const command: Command = {
  help: `Usage: platen wkhtmltopdf [options] PAGE.html… OUT.pdf

Makes PDFs from the command lines of wkhtmltopdf 0.12.6. A link to platen that is named wkhtmltopdf does the same. Pages are
files, or - for standard input; the last word is the PDF, or - for standard output. Several pages, and "cover PAGE",
become one PDF. Nothing is fetched from the network and no script runs: options for that are accepted with a
notice, or refused with a reason. --quiet prints neither.

Sizes are those of wkhtmltopdf: everything at 0.8, unless --disable-smart-shrinking or --zoom 1.25 says otherwise, and
smaller where content is too wide. server/docs/doors.md lists all options.

Example: platen wkhtmltopdf --page-size Letter --margin-top 20 --footer-center "[page]/[topage]" invoice.html invoice.pdf`,

  async run(args) {
    if (args.some((word) => VERSION.has(word))) {
      await writeOut(`${ANSWERED_VERSION}\nanswered by platen ${packageVersion()}\n`)
      return 0
    }
    if (args.some((word) => HELP.has(word)) || args.length === 0) {
      await writeOut(`${command.help}\n`)
      return args.length === 0 ? 1 : 0
    }
    if (args.includes('--license')) {
      await writeOut('platen is free software under the MIT licence: see the file LICENSE.\n')
      return 0
    }
    await runJob(parseWords(args))
    return 0
  },
}

const VERSION: ReadonlySet<string> = new Set(['--version', '-V'])
const HELP: ReadonlySet<string> = new Set(['--extended-help', '-H', '--htmldoc', '--manpage', '--readme'])
