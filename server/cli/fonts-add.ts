import { existsSync, mkdirSync, realpathSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { dirname, join, sep } from 'node:path'
import type { FontFaceRule } from '../../engine/css/syntax/font-face-rule.js'
import { FileError } from '../templates/template-files.js'
import { type Command, CommandError, parseArguments, UsageError, wholeNumber } from './command.js'
import { type FontPackage, type PackagedFace, readFontPackage } from './font-package.js'
import { writeJson, writeOut } from './output.js'

export const command: Command = {
  help: `Usage: platen fonts add FAMILY [TEMPLATE.html|DIR] [--weights 400,700] [--styles normal,italic] [--subsets latin,…]
                        [--force] [--json]

Copies a family from its package @fontsource/… into the folder fonts/ of a template (of the current folder, when none is
named), with a style sheet of its @font-face rules and its licence. The package must be installed where the template or
the current folder finds modules.

  --weights 400,700  the weights to copy; 400 and 700 when left out, where the family has them
  --styles …         normal, italic or both; all that the family has when left out
  --subsets …        alphabets, such as latin,latin-ext,greek; all that the family has when left out
  --force            in place of a copy that is there
  --json             print {family, folder, stylesheet, faces, bytes}

Example: npm install @fontsource/inter && platen fonts add Inter templates/invoice`,

  async run(args) {
    const { values, positionals } = parseArguments(
      args,
      {
        weights: { type: 'string' },
        styles: { type: 'string' },
        subsets: { type: 'string' },
        force: { type: 'boolean', default: false },
        json: { type: 'boolean', default: false },
      },
      ['FAMILY', 'TEMPLATE.html|DIR'],
      'optional',
    )
    const [family = '', template = '.'] = positionals
    const weights = listOf(values.weights)?.map((weight) => wholeNumber(weight, 'weights', 1) ?? 0)
    const folder = folderOf(template)
    const found = readFontPackage(family, [folder, '.'], {
      weights,
      styles: listOf(values.styles),
      subsets: listOf(values.subsets),
    })
    const added = addFamily(folder, found, values.force)
    if (values.json) await writeJson({ family: found.family, ...added })
    else {
      await writeOut(
        `${found.family}: ${added.faces} faces, ${added.bytes} bytes in ${added.folder}\n` +
          `Now the template can say: <link rel="stylesheet" href="${added.stylesheet}">, and font-family: "${found.family}"\n`,
      )
    }
    return 0
  },
}

function listOf(option: string | undefined): readonly string[] | undefined {
  const words = option?.split(',').map((word) => word.trim())
  if (words?.includes('')) throw new UsageError('a list has words with commas between them')
  return words
}

function folderOf(template: string): string {
  const stat = statSync(template, { throwIfNoEntry: false })
  if (!stat) throw new FileError(`${template}: there is no such file`)
  return realpathSync(stat.isDirectory() ? template : dirname(template))
}

interface AddedFamily {
  /** Relative to the template's folder, as the style sheet. */
  readonly folder: string
  readonly stylesheet: string
  readonly faces: number
  readonly bytes: number
}

/** Writes a family beside a template: as a whole or not at all. @throws CommandError when it is there already */
export function addFamily(template: string, { id, family, faces, license }: FontPackage, force: boolean): AddedFamily {
  const parent = join(template, 'fonts')
  const folder = join(parent, id)
  mkdirSync(parent, { recursive: true })
  if (!realpathSync(parent).startsWith(realpathSync(template) + sep)) {
    throw new CommandError(`${parent} leads out of the template's folder`)
  }
  if (existsSync(folder) && !force) {
    throw new CommandError(`${folder} is there already: --force puts the new copy in its place`)
  }
  // Assets are not looked for in hidden folders.
  const made = join(parent, `.${id}-${process.pid}`)
  rmSync(made, { recursive: true, force: true })
  mkdirSync(made)
  try {
    for (const { file, data } of faces) writeFileSync(join(made, file), data)
    writeFileSync(join(made, `${id}.css`), `${faces.map((face) => ruleText(family, face)).join('\n\n')}\n`)
    writeFileSync(join(made, 'LICENSE.txt'), license)
    rmSync(folder, { recursive: true, force: true })
    renameSync(made, folder)
  } finally {
    rmSync(made, { recursive: true, force: true })
  }
  return {
    folder: `fonts/${id}`,
    stylesheet: `fonts/${id}/${id}.css`,
    faces: faces.length,
    bytes: faces.reduce((sum, { data }) => sum + data.length, 0),
  }
}

/** Written of what was parsed, so that nothing else of the package's style sheets reaches the template. */
function ruleText(family: string, { rule, file }: PackagedFace): string {
  const ranges = rule.unicodeRange?.map(([first, last]) => `U+${first.toString(16)}-${last.toString(16)}`)
  return [
    '@font-face {',
    `  font-family: '${family}';`,
    `  font-style: ${rule.style ?? 'normal'};`,
    `  font-weight: ${weightOf(rule)};`,
    ...(rule.stretch === undefined ? [] : [`  font-stretch: ${rule.stretch}%;`]),
    `  src: url(${file});`,
    ...(ranges ? [`  unicode-range: ${ranges.join(', ')};`] : []),
    '}',
  ].join('\n')
}

function weightOf({ weight = [400, 400] }: FontFaceRule): string {
  const [low, high] = weight
  return low === high ? `${low}` : `${low} ${high}`
}
