import type { PDFDocumentProxy } from 'pdfjs-dist'
import type { PreviewAnswer } from './preview-request.js'
import { make } from './studio-state.js'
import { makeSamplePage } from './views.js'

export interface RowSample {
  readonly id: string
  readonly name: string
}

/** One answer for a sample, with its document when there is one. */
export interface SampleAnswer extends Pick<PreviewAnswer, 'kind' | 'pages' | 'diagnostics' | 'violations' | 'message'> {
  readonly document: PDFDocumentProxy | undefined
}

interface Figure {
  readonly element: HTMLElement
  readonly paper: HTMLElement
  readonly facts: HTMLElement
}

/** The first pages of the documents of all samples beside each other. */
export class SampleRow {
  readonly #figures = new Map<string, Figure>()
  #run: AbortController | undefined

  /** @param pick is called with the sample that was chosen */
  constructor(
    private readonly host: HTMLElement,
    private readonly pick: (id: string) => void,
  ) {}

  /**
   * Shows all samples, one after the other, in place of what was shown of them: nothing is empty meanwhile. What is still
   * to come of an earlier call is left out. Resolves when all are shown.
   */
  async show(
    samples: readonly RowSample[],
    render: (sample: RowSample, signal: AbortSignal) => Promise<SampleAnswer>,
  ): Promise<void> {
    this.stop()
    const run = new AbortController()
    this.#run = run
    for (const id of this.#figures.keys()) if (!samples.some((sample) => sample.id === id)) this.#figures.delete(id)
    const figures = samples.map((sample) => ({ sample, figure: this.#figureOf(sample) }))
    this.host.replaceChildren(make('div', { class: 'sample-row' }, ...figures.map(({ figure }) => figure.element)))
    for (const { sample, figure } of figures) {
      try {
        await this.#fill(figure, await render(sample, run.signal), run.signal)
      } catch (error) {
        if (run.signal.aborted) return
        figure.facts.textContent = error instanceof Error ? error.message : String(error)
      }
      if (run.signal.aborted) return
    }
  }

  stop(): void {
    this.#run?.abort()
  }

  #figureOf({ id, name }: RowSample): Figure {
    const known = this.#figures.get(id)
    if (known) return known
    const paper = make('div', { class: 'sample-page' })
    const facts = make('span', { class: 'muted' }, '…')
    const button = make('button', { type: 'button' }, paper, make('strong', {}, name), facts)
    button.addEventListener('click', () => this.pick(id))
    const figure = { element: button, paper, facts }
    this.#figures.set(id, figure)
    return figure
  }

  async #fill({ paper, facts }: Figure, answer: SampleAnswer, signal: AbortSignal): Promise<void> {
    const { document } = answer
    const problems = (answer.diagnostics?.length ?? 0) + (answer.violations?.length ?? 0)
    const pages = answer.pages ?? 0
    const words = [
      ...(document ? [`${pages} ${pages === 1 ? 'page' : 'pages'}`] : [answer.message ?? 'no document']),
      ...(problems > 0 ? [`${problems} ${problems === 1 ? 'problem' : 'problems'}`] : []),
    ]
    if (!document) {
      paper.replaceChildren()
      facts.textContent = words.join(', ')
      return
    }
    try {
      const page = await makeSamplePage(document)
      if (signal.aborted) return
      paper.replaceChildren(page)
      facts.textContent = words.join(', ')
    } finally {
      void document.destroy()
    }
  }
}
