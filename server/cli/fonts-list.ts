import type { FontLibrary, KnownFace } from '../../engine/fonts/font-types.js'
import { compileTemplate, createFontLibrary } from '../../engine/index.js'
import { type Command, parseArguments } from './command.js'
import { readSource } from './engine-input.js'
import { scriptsOf } from './font-scripts.js'
import { formatTable, writeJson, writeOut } from './output.js'

export const command: Command = {
  help: `Usage: platen fonts list [TEMPLATE.html|DIR] [--json]

Lists the families that a template can name: those of its own @font-face rules, then those that come with platen or are
installed as font packages beside it. Arial, Helvetica, Times and Courier are drawn with the Liberation families.

  --json  print [{family, source, styles, scripts, license}], where source is template or platen

Example: platen fonts list templates/invoice`,

  async run(args) {
    const { values, positionals } = parseArguments(
      args,
      { json: { type: 'boolean', default: false } },
      ['TEMPLATE.html|DIR'],
      'optional',
    )
    const library = createFontLibrary()
    const [template] = positionals
    const families = listFamilies(
      template === undefined ? library : compileTemplate(readSource(template).source, { fonts: library }).fonts,
    )
    if (values.json) await writeJson(families)
    else {
      const rows = families.map(({ family, source, styles, scripts, license }) => [
        family,
        source,
        styles.join(', '),
        license ?? '-',
        scripts.join(', '),
      ])
      await writeOut(formatTable(['FAMILY', 'FROM', 'STYLES', 'LICENCE', 'SCRIPTS'], rows))
    }
    return 0
  },
}

interface ListedFamily {
  readonly family: string
  readonly source: 'template' | 'platen'
  /** `400`, `700 italic` or `100-900` of a variable font. */
  readonly styles: readonly string[]
  readonly scripts: readonly string[]
  /** The licence as its files name it; an SPDX identifier for the usual ones. */
  readonly license: string | null
}

/** The families of a library, those of the template first. */
export function listFamilies({ families }: FontLibrary): readonly ListedFamily[] {
  const byFamily = new Map<string, KnownFace[]>()
  for (const face of families?.faces() ?? []) {
    const known = byFamily.get(face.family)
    if (known) known.push(face)
    else byFamily.set(face.family, [face])
  }
  const listed = [...byFamily].map(
    ([family, faces]): ListedFamily => ({
      family,
      source: faces.some(({ isOwn }) => isOwn) ? 'platen' : 'template',
      styles: stylesOf(faces),
      scripts: scriptsOf(faces),
      license: licenseName(faces[0]?.license()),
    }),
  )
  const own = (source: ListedFamily['source']) => listed.filter((family) => family.source === source)
  return [...own('template'), ...own('platen')]
}

function stylesOf(faces: readonly KnownFace[]): readonly string[] {
  const listed = faces.flatMap(({ weight, styles }) => {
    const text = typeof weight === 'number' || weight[0] === weight[1] ? `${[weight].flat()[0]}` : weight.join('-')
    return styles.map((style) => (style === 'normal' ? text : `${text} ${style}`))
  })
  return [...new Set(listed)].sort((a, b) => Number.parseInt(a, 10) - Number.parseInt(b, 10) || a.length - b.length)
}

/** Longer texts are no names. */
const LONGEST_LICENSE = 100

function licenseName(text: string | undefined): string | null {
  if (text === undefined) return null
  if (/open font licen[sc]e|openfontlicense|scripts\.sil\.org\/OFL/i.test(text)) return 'OFL-1.1'
  if (/apache/i.test(text)) return 'Apache-2.0'
  // The files of others may say anything, also to a terminal.
  const readable = text.replace(/[\p{C}\s]+/gu, ' ').trim()
  return readable === '' ? null : readable.slice(0, LONGEST_LICENSE)
}
