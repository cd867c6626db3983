import type { PDFDocumentProxy } from 'pdfjs-dist'
import type { StudioFrame } from './frame.js'
import type { PageView } from './pages.js'
import { type PreviewAnswer, requestPreview } from './preview-request.js'
import type { PlacedProblem } from './problems.js'
import { SignedOut, type StudioSession } from './session.js'
import type { StudioState } from './studio-state.js'
import type { WrittenDraft } from './written-draft.js'

/** Keys that follow each other within this time are typed together: the first is shown at once, the others after the last. */
const TYPED_TOGETHER_MS = 60

/**
 * A preview that is younger may finish before the next one is asked for: then each is seen even where they take longer
 * than the time between two keys, and a busy service has fewer to make. An older one is given up.
 */
const LET_FINISH_MS = 300

/** From an answer that there is no room at the moment to the next attempt. */
const RETRY_AFTER_MS = 1_000

/** The parts of the studio that a preview is made of and shown in. */
export interface PreviewParts {
  readonly form: HTMLFormElement
  readonly state: StudioState
  readonly session: StudioSession
  readonly draft: WrittenDraft
  readonly frame: StudioFrame
  readonly pages: PageView
  /** Opens a document with the PDF viewer, which is loaded meanwhile. */
  open(pdf: Uint8Array): Promise<PDFDocumentProxy>
  /** The sample whose data are shown. */
  sample(): string
  /** Shows what is wrong, and returns it with its places. */
  report(answer: PreviewAnswer): readonly PlacedProblem[]
  /** The pages are about to show another document. */
  onShown(pdf: PDFDocumentProxy): void
  /** They show it. */
  onPainted(): void
}

/** Keeps the pages as the draft is. */
export class Preview {
  readonly #parts: PreviewParts
  #timer: ReturnType<typeof setTimeout> | undefined
  #underWay: { readonly controller: AbortController; readonly since: number } | undefined
  /** Something was typed that is to be shown when the preview under way has ended. */
  #isNextDue = false
  #lastChange = Number.NEGATIVE_INFINITY
  #problems: readonly PlacedProblem[] = []

  constructor(parts: PreviewParts) {
    this.#parts = parts
  }

  /** Something was typed. */
  noteChange(): void {
    clearTimeout(this.#timer)
    const isApart = !this.#underWay && performance.now() - this.#lastChange > TYPED_TOGETHER_MS
    this.#lastChange = performance.now()
    this.#timer = setTimeout(() => this.#renderTyped(), isApart ? 0 : TYPED_TOGETHER_MS)
  }

  /** Shows the draft as it is now, whatever is under way. */
  async render(): Promise<void> {
    const { state, session, draft, sample } = this.#parts
    clearTimeout(this.#timer)
    this.#isNextDue = false
    this.#underWay?.controller.abort()
    const mine = new AbortController()
    this.#underWay = { controller: mine, since: performance.now() }
    const shown = draft.change
    try {
      const answer = await requestPreview(state, session, 'pages', draft.previewFields(sample()), mine.signal)
      if (mine !== this.#underWay?.controller || answer.kind === 'outdated') return
      await this.#show(answer, shown, mine)
    } catch (error) {
      // That is told beside the pages.
      if (!mine.signal.aborted && !(error instanceof SignedOut))
        this.#say(error instanceof Error ? error.message : String(error))
    } finally {
      if (mine === this.#underWay?.controller) {
        this.#underWay = undefined
        if (this.#isNextDue) void this.render()
      }
    }
  }

  /** Shows what was typed, at once or when the preview under way has ended. */
  #renderTyped(): void {
    const left = this.#underWay ? this.#underWay.since + LET_FINISH_MS - performance.now() : 0
    if (left <= 0) {
      void this.render()
      return
    }
    this.#isNextDue = true
    this.#timer = setTimeout(() => this.#renderTyped(), left)
  }

  async #show(answer: PreviewAnswer, shown: number, mine: AbortController): Promise<void> {
    const { form, frame, pages, open, report, onShown, onPainted } = this.#parts
    if (answer.kind === 'previewed' || answer.kind === 'broken') this.#problems = report(answer)
    if (answer.kind !== 'previewed' || !answer.map) {
      const [first] = this.#problems
      this.#say(
        answer.message ?? (first ? `${first.line === undefined ? '' : `Line ${first.line}: `}${first.message}` : ''),
      )
      frame.pagesPanel.classList.add('stale')
      form.dataset.broken = String(shown)
      if (answer.kind === 'unavailable') this.#timer = setTimeout(() => void this.render(), RETRY_AFTER_MS)
      return
    }
    this.#say('')
    frame.pagesPanel.classList.remove('stale')
    // Opening it takes the bytes away.
    const weight = answer.pdf.length
    const pdf = await open(answer.pdf)
    if (mine !== this.#underWay?.controller) {
      void pdf.destroy()
      return
    }
    onShown(pdf)
    await pages.show(pdf, answer.map)
    if (mine !== this.#underWay?.controller) return
    onPainted()
    frame.facts.textContent = describe(answer, weight)
    form.dataset.painted = String(shown)
  }

  #say(text: string): void {
    const { notice } = this.#parts.frame
    notice.textContent = text
    notice.hidden = text === ''
  }
}

/** @param weight of the document, in bytes */
function describe({ pages = 0, renderTimeMs = 0, fileName }: PreviewAnswer, weight: number): string {
  const facts = [
    `${pages} ${pages === 1 ? 'page' : 'pages'}`,
    `${Math.round(weight / 1_000)} kB`,
    `${Math.round(renderTimeMs)} ms`,
    ...(fileName === undefined ? [] : [fileName]),
  ]
  return facts.join(' · ')
}
