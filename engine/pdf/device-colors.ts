import type { DiagnosticSink } from '../base/diagnostics.js'
import type { Inks, RgbColor } from '../base/rgb-color.js'
import type { Span } from '../base/source.js'

const BLENDED =
  'within opacity, filters and blend modes colours are blended in RGB unless outputIntent names the profile of the press'

const MIXED = 'the gradient has colours that are none of device-cmyk(), and runs in RGB'

/** Where a document paints with inks, and where they do not reach the press. Grows while it is painted. */
export class DeviceColors {
  readonly #painted = new Set<Span | undefined>()
  readonly #lost = new Set<Span | undefined>()
  /** Open groups, whose content is blended in RGB. */
  #groups = 0

  /** @param coversInks the file is made for a press, whose inks its groups are blended in */
  constructor(
    private diagnostics: DiagnosticSink | undefined,
    readonly coversInks: boolean,
  ) {}

  /** Another document of the file is painted, to which all that is noted from now on belongs. */
  beginDocument(diagnostics: DiagnosticSink): void {
    this.diagnostics = diagnostics
    this.#painted.clear()
    this.#lost.clear()
  }

  /** The places of the colours that were painted with inks. */
  get painted(): ReadonlySet<Span | undefined> {
    return this.#painted
  }

  beginGroup(): void {
    this.#groups++
  }

  endGroup(): void {
    this.#groups--
  }

  paint({ span }: Inks): void {
    this.#painted.add(span)
    if (this.#groups > 0 && !this.coversInks) this.#lose(span, BLENDED)
  }

  /** @param colors of one gradient */
  paintGradient(colors: readonly RgbColor[]): void {
    const isAll = colors.every(({ inks }) => inks)
    for (const { inks } of colors) {
      if (!inks) continue
      if (isAll) this.paint(inks)
      else this.#lose(inks.span, MIXED)
    }
  }

  #lose(span: Span | undefined, why: string): void {
    if (this.#lost.has(span)) return
    this.#lost.add(span)
    this.diagnostics?.warn('lost-inks', `device-cmyk() does not reach the press here: ${why}`, span)
  }
}
