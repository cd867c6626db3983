import { DiagnosticList } from '../../engine/base/diagnostics.js'
import type { JsonObject } from '../../engine/base/json.js'
import { DEFAULT_LIMITS } from '../../engine/base/limits.js'
import type { FontLibrary } from '../../engine/fonts/font-types.js'
import {
  type CompiledTemplate,
  compileTemplate,
  createFontLibrary,
  formatWithSource,
  renderDocument,
} from '../../engine/index.js'
import { type NamedFamily, namedFamilies } from '../../engine/style/named-families.js'
import { bind } from '../../engine/template/bind.js'
import { type Command, parseArguments } from './command.js'
import { diagnosticJson, readData, readSource } from './engine-input.js'
import { formatTable, writeJson, writeOut } from './output.js'

/** The faults of fonts; `platen check` reports them too, among all others. */
const FONT_CODES: ReadonlySet<string> = new Set([
  'unknown-font-family',
  'missing-glyph',
  'invalid-font',
  'invalid-font-face',
  'damaged-font',
  'unsupported-glyphs',
])

export const command: Command = {
  help: `Usage: platen fonts check TEMPLATE.html|DIR [--data FILE] [--json]

Lists the families that a template names and the fonts that answer them, families that no font answers, characters of
its sample that no font has, and font files that are damaged. Exit status 1 when there are any of these.

  --data FILE  JSON data; - reads standard input; for a DIR its sample.json is the default
  --json       print {ok, families: [{family, answer, source, file, line, column}], diagnostics: [as platen check]}

Example: platen fonts check templates/invoice`,

  async run(args) {
    const { values, positionals } = parseArguments(
      args,
      { data: { type: 'string' }, json: { type: 'boolean', default: false } },
      ['TEMPLATE.html|DIR'],
    )
    const [path = ''] = positionals
    const fonts = createFontLibrary()
    const { source, files } = readSource(path)
    const data = await readData(values.data, files)
    const compiled = compileTemplate(source, { fonts, checkFonts: true })
    const answers = namedInDocument(compiled, data, source.assets).map((named) => answerOf(named, compiled.fonts))
    const rendered = renderDocument(compiled, data, { nonconforming: 'report' })
    const diagnostics = rendered.diagnostics.filter(({ code }) => FONT_CODES.has(code))
    const ok = diagnostics.length === 0
    if (values.json) {
      await writeJson({ ok, families: answers, diagnostics: diagnostics.map((item) => diagnosticJson(item, source)) })
    } else {
      const rows = answers.map(({ family, answer, source: from, file, line, column }) => [
        family,
        answer ?? 'none',
        from ?? '-',
        file === null ? '-' : `${file}:${line}:${column}`,
      ])
      await writeOut(formatTable(['FAMILY', 'ANSWERED BY', 'FROM', 'NAMED IN'], rows))
      for (const item of diagnostics) await writeOut(`${formatWithSource(item, source)}\n`)
    }
    return ok ? 0 : 1
  },
}

/** The families that the template names with these data. */
function namedInDocument(
  { tree, timeZone = 'UTC' }: CompiledTemplate,
  data: JsonObject,
  assets: ReadonlyMap<string, Uint8Array> = new Map(),
): readonly NamedFamily[] {
  const context = { data, diagnostics: new DiagnosticList(), limits: DEFAULT_LIMITS, timeZone, now: new Date() }
  return namedFamilies(tree, bind(tree, data, context), assets)
}

/** Which font answers a name, and whether the template brings it; null when none does. */
function answerOf({ name, span }: NamedFamily, fonts: FontLibrary) {
  const place = { file: span?.file ?? null, line: span?.line ?? null, column: span?.column ?? null }
  if (!fonts.families?.has(name)) return { family: name, answer: null, source: null, ...place }
  const { primary } = fonts.select({ families: [name], weight: 400, style: 'normal', stretch: 100 })
  const isOwn = fonts.families.faces().some((face) => face.family === primary.family && face.isOwn)
  return { family: name, answer: primary.family, source: isOwn ? 'platen' : 'template', ...place }
}
