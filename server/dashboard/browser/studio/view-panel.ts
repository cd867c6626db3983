import type { PDFDocumentProxy } from 'pdfjs-dist'
import type { StudioFrame } from './frame.js'
import { type SampleAnswer, SampleRow } from './sample-row.js'
import { makeOutline, makeReading, type View, viewChoice } from './views.js'
import type { WrittenDraft } from './written-draft.js'

interface ViewParts {
  readonly frame: StudioFrame
  readonly draft: WrittenDraft
  /** Makes the document of one sample. */
  render(sample: { readonly id: string }, signal: AbortSignal): Promise<SampleAnswer>
  /** A sample was chosen of those that are shown in a row. */
  pick(id: string): void
  /** @param page from 1 */
  scrollTo(page: number): void
}

/** What is shown in the place of the pages: nothing else, or another view of the same document. */
export class ViewPanel {
  readonly choice: HTMLSelectElement
  readonly #parts: ViewParts
  readonly #samples: SampleRow
  #view: View = 'pages'
  /** The document that the pages show. */
  #document: PDFDocumentProxy | undefined

  constructor(parts: ViewParts) {
    this.#parts = parts
    this.choice = viewChoice((view) => this.#choose(view))
    this.#samples = new SampleRow(parts.frame.viewHost, (id) => {
      parts.pick(id)
      this.#choose('pages')
    })
  }

  /** The pages show another document. */
  set document(document: PDFDocumentProxy) {
    this.#document = document
  }

  /** Shows what was chosen, of the document that is shown now. */
  async refresh(): Promise<void> {
    const { frame, draft, render } = this.#parts
    const chosen = this.#view
    const shown = this.#document
    frame.viewHost.hidden = chosen === 'pages'
    frame.pagesHost.inert = chosen !== 'pages'
    this.#samples.stop()
    if (chosen === 'samples') await this.#samples.show(draft.samples, render)
    if (!shown || (chosen !== 'outline' && chosen !== 'reading')) return
    try {
      const content =
        chosen === 'outline' ? await makeOutline(shown, (page) => this.#jumpTo(page)) : await makeReading(shown)
      if (chosen === this.#view && shown === this.#document) frame.viewHost.replaceChildren(content)
    } catch (error) {
      // A newer document has taken its place, and is shown in its turn.
      if (shown === this.#document) throw error
    }
  }

  #choose(view: View): void {
    this.#view = view
    this.choice.value = view
    void this.refresh()
  }

  #jumpTo(page: number): void {
    this.#choose('pages')
    this.#parts.scrollTo(page)
  }
}
