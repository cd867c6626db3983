import { askForEditors } from './editors.js'
import type { KeptDraft } from './kept-draft.js'
import { requestSave, type SaveOutcome } from './save-request.js'
import type { StudioSession } from './session.js'
import { make, need, type StudioState } from './studio-state.js'
import type { WrittenDraft } from './written-draft.js'

/** From the last key to the draft that is saved. */
const SAVE_AFTER_MS = 1_500

/** How often it is asked who else has the draft open. */
const LOOK_AROUND_MS = 5_000

/** From an attempt that did not reach the service to the next one: twice as long each time. */
const FIRST_RETRY_MS = 1_000
const LAST_RETRY_MS = 60_000

const clock = new Intl.DateTimeFormat(undefined, { timeStyle: 'short' })

interface SavingParts {
  readonly state: StudioState
  readonly draft: WrittenDraft
  readonly session: StudioSession
  readonly kept: KeptDraft
  /** Shows the drafts of two editors beside each other. */
  compare(): void
}

/** Saves the draft at every pause, keeps it in the window while that fails, and says what others do with it. */
export class Saving {
  readonly #parts: SavingParts
  readonly #word = need<HTMLElement>('#studio-state')
  readonly #others = need<HTMLElement>('#studio-others')
  /** Asks which of two drafts is kept, over the studio, so that nothing in it moves. */
  readonly #choice = make('div', { class: 'drop-notice', role: 'alert' })
  #revision: number
  /** The version that this window began with where there is no draft yet. */
  #baseVersion: number
  #isSaved = true
  /** When the first of what is not saved was written. */
  #since = 0
  /** Attempts in a row that did not reach the service. */
  #failures = 0
  /** Another has saved the draft, and it is not decided yet which of the two is kept. */
  #isInConflict = false
  #underWay: Promise<void> | undefined
  #timer: ReturnType<typeof setTimeout> | undefined

  constructor(parts: SavingParts) {
    this.#parts = parts
    this.#revision = parts.state.revision
    this.#baseVersion = parts.state.publishedVersion
    this.#choice.hidden = true
    need<HTMLElement>('#studio').after(this.#choice)
    addEventListener('online', () => void this.save())
    addEventListener('pagehide', () => this.#keep())
  }

  /** Whether all that was written is kept, or is on its way with the form. */
  get isSaved(): boolean {
    return this.#isSaved
  }

  /** The form takes what was written along. */
  leaveToForm(): void {
    this.#isSaved = true
    this.#parts.kept.forget()
  }

  /** Something was written. @param since when, where that was in an earlier page of this window */
  noteChange(since = Date.now()): void {
    if (!this.#parts.state.mayEdit) return
    if (this.#isSaved) this.#since = since
    this.#isSaved = false
    if (!this.#isInConflict && this.#failures === 0) this.#say('Not saved yet')
    this.#saveIn(SAVE_AFTER_MS)
  }

  /** One at a time: each needs the revision of the one before. */
  save(): Promise<void> {
    if (!this.#parts.state.mayEdit) return Promise.resolve()
    clearTimeout(this.#timer)
    const now = () => this.#saveNow()
    const mine = (this.#underWay ?? Promise.resolve()).then(now, now)
    this.#underWay = mine
    void mine.then(() => {
      if (this.#underWay === mine) this.#underWay = undefined
    })
    return mine
  }

  /** Says now and then who else has the draft open, and what they have saved before anything of it is lost. */
  lookAround(): void {
    void this.#look()
    setInterval(() => void this.#look(), LOOK_AROUND_MS)
    for (const type of ['visibilitychange', 'focus']) addEventListener(type, () => void this.#look())
  }

  #saveIn(ms: number): void {
    clearTimeout(this.#timer)
    this.#timer = setTimeout(() => void this.save(), ms)
  }

  async #saveNow(): Promise<void> {
    if (this.#isSaved) return
    this.#keep()
    if (this.#isInConflict) return
    const { draft, session, state } = this.#parts
    const saved = draft.change
    if (this.#failures === 0) this.#say('Saving…')
    const outcome = await requestSave(state.address, session, this.#fields())
    this.#failures = outcome.kind === 'unreachable' ? this.#failures + 1 : 0
    if (outcome.kind === 'saved') this.#noteSaved(outcome, saved)
    else this.#noteUnsaved(outcome)
  }

  #noteSaved({ revision, state }: SaveOutcome & { readonly kind: 'saved' }, change: number): void {
    const { draft, kept } = this.#parts
    this.#revision = revision
    fillIn('revision', revision)
    draft.noteSaved()
    this.#isSaved = change === draft.change
    if (this.#isSaved) kept.forget()
    else this.#since = Date.now()
    this.#say(this.#isSaved ? state : 'Not saved yet')
  }

  #noteUnsaved(outcome: Exclude<SaveOutcome, { readonly kind: 'saved' }>): void {
    const since = `Not saved since ${clock.format(this.#since)}`
    switch (outcome.kind) {
      case 'conflict':
        this.#offerChoice(`${outcome.updatedBy ?? 'Somebody'} has changed this draft`)
        return
      case 'signed-out':
        this.#say(`${since}: your session has ended.`)
        return
      case 'refused':
        this.#say(`${since}: ${outcome.reason}`)
        return
      case 'unreachable':
        this.#say(`${since}: ${outcome.reason}. Trying again.`)
        this.#saveIn(Math.min(FIRST_RETRY_MS * 2 ** (this.#failures - 1), LAST_RETRY_MS))
    }
  }

  #say(text: string): void {
    this.#word.textContent = text
    this.#word.classList.toggle('bad', /^Not saved(?: since|:)/.test(text))
  }

  /** What is not saved stays in the window until it is, whatever becomes of the page. */
  #keep(): void {
    if (this.#isSaved) return
    const { kept } = this.#parts
    const isKept = kept.keep({ since: this.#since, fields: this.#fields() })
    // Rather nothing than what was written before.
    if (!isKept) kept.forget()
  }

  #fields(): URLSearchParams {
    const fields = this.#parts.draft.saveFields()
    fields.set('revision', String(this.#revision))
    fields.set('base', String(this.#baseVersion))
    return fields
  }

  /** Two have changed the draft: whoever comes second decides what goes on. Versions keep what was published. */
  #offerChoice(reason: string): void {
    if (this.#isInConflict) return
    const { kept, compare } = this.#parts
    this.#isInConflict = true
    const button = (label: string, act: () => void) => {
      const made = make('button', { type: 'button', class: 'small' }, label)
      made.addEventListener('click', act)
      return made
    }
    const merge = button('Compare and merge', compare)
    const theirs = button('Show it', () => {
      this.#isSaved = true
      kept.forget()
      location.reload()
    })
    const mine = button('Keep mine', () => void this.#keepMine())
    this.#say('Not saved: it was changed elsewhere')
    const text = make('p', {}, `${reason}. What you write is not saved until you choose.`)
    this.#choice.replaceChildren(text, make('div', { class: 'row' }, merge, theirs, mine))
    this.#choice.hidden = false
  }

  /** Saves over what another has saved. */
  async #keepMine(): Promise<void> {
    const known = await askForEditors(this.#parts.state.address)
    if (known.kind === 'known') {
      this.#revision = known.revision
      this.#baseVersion = known.publishedVersion
      fillIn('base', this.#baseVersion)
    }
    this.#isInConflict = false
    this.#choice.hidden = true
    if (this.#isSaved) this.#since = Date.now()
    this.#isSaved = false
    await this.save()
  }

  async #look(): Promise<void> {
    if (document.visibilityState === 'hidden') return
    const { state: shown, session } = this.#parts
    const known = await askForEditors(shown.address)
    if (known.kind !== 'known') return
    session.continueWith(known.csrf)
    this.#others.textContent = known.editors.length > 0 ? `Also open with ${known.editors.join(', ')}` : ''
    if (this.#underWay || this.#isInConflict) return
    const { revision, publishedVersion, updatedBy, state } = known
    if (revision > this.#revision) {
      this.#offerChoice(`${updatedBy ?? 'Somebody'} has changed this draft`)
    } else if (revision === 0 && this.#revision === 0 && publishedVersion !== this.#baseVersion) {
      // Without a draft the window shows a version that is not served any more.
      this.#offerChoice(`Version ${publishedVersion} was published meanwhile`)
    } else if (revision === this.#revision && this.#isSaved && this.#word.textContent !== state) {
      // The same draft was published, or something else was.
      this.#say(state)
    }
  }
}

/** Tells all forms of the page which draft they are about. */
function fillIn(name: 'revision' | 'base', number: number): void {
  for (const field of document.querySelectorAll<HTMLInputElement>(`input[name=${name}]`)) field.value = String(number)
}
