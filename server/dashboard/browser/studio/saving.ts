import { askForEditors } from './editors.js'
import { make, need, type StudioState } from './studio-state.js'
import type { WrittenDraft } from './written-draft.js'

/** From the last key to the draft that is saved. */
const SAVE_AFTER_MS = 1_500

/** How often it is asked who else has the draft open. */
const LOOK_AROUND_MS = 5_000

/** Saves the draft at every pause, and says what others do with it. */
export class Saving {
  readonly #state: StudioState
  readonly #draft: WrittenDraft
  readonly #word = need<HTMLElement>('#studio-state')
  readonly #others = need<HTMLElement>('#studio-others')
  #revision: number
  /** The version that this window began with where there is no draft yet. */
  #baseVersion: number
  #isSaved = true
  /** Another has saved the draft, and it is not decided yet which of the two is kept. */
  #isInConflict = false
  #underWay: Promise<void> | undefined
  #timer: ReturnType<typeof setTimeout> | undefined

  constructor(state: StudioState, draft: WrittenDraft) {
    this.#state = state
    this.#draft = draft
    this.#revision = state.revision
    this.#baseVersion = state.publishedVersion
  }

  /** Whether all that was written is kept, or is on its way with the form. */
  get isSaved(): boolean {
    return this.#isSaved
  }

  /** The form takes what was written along. */
  leaveToForm(): void {
    this.#isSaved = true
  }

  /** Something was written. */
  noteChange(): void {
    if (!this.#state.mayEdit) return
    this.#isSaved = false
    if (!this.#isInConflict) this.#word.textContent = 'Not saved yet'
    clearTimeout(this.#timer)
    this.#timer = setTimeout(() => void this.save(), SAVE_AFTER_MS)
  }

  /** One at a time: each needs the revision of the one before. */
  save(): Promise<void> {
    if (!this.#state.mayEdit) return Promise.resolve()
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
    addEventListener('visibilitychange', () => void this.#look())
  }

  async #saveNow(): Promise<void> {
    if (this.#isSaved || this.#isInConflict) return
    const saved = this.#draft.change
    this.#word.textContent = 'Saving…'
    const body = this.#draft.saveFields()
    body.set('csrf', this.#state.csrf)
    body.set('live', '1')
    body.set('revision', String(this.#revision))
    body.set('base', String(this.#baseVersion))
    try {
      const response = await fetch(this.#state.address, {
        method: 'POST',
        body,
        headers: { Accept: 'application/json' },
      })
      if (response.redirected) throw new Error('your session has ended')
      const answer: { state?: string; revision?: number; updatedBy?: string } = await response.json()
      if (response.status === 409) {
        this.#offerChoice(`${answer.updatedBy ?? 'Somebody'} has changed this draft`)
        return
      }
      if (!response.ok || answer.revision === undefined) throw new Error(`the service answered ${response.status}`)
      this.#revision = answer.revision
      fillIn('revision', this.#revision)
      this.#isSaved = saved === this.#draft.change
      this.#word.textContent = this.#isSaved ? (answer.state ?? '') : 'Not saved yet'
    } catch (error) {
      this.#word.textContent = `Not saved: ${error instanceof Error ? error.message : error}`
    }
  }

  /** Two have changed the draft: whoever comes second decides which of the two is kept. Versions keep what was published. */
  #offerChoice(reason: string): void {
    this.#isInConflict = true
    const theirs = make('button', { type: 'button', class: 'small' }, 'Show it')
    theirs.addEventListener('click', () => {
      this.#isSaved = true
      location.reload()
    })
    const mine = make('button', { type: 'button', class: 'small' }, 'Keep mine')
    mine.addEventListener('click', () => void this.#keepMine())
    this.#word.replaceChildren(`${reason}; what you write is not saved. `, theirs, ' ', mine)
    this.#word.classList.add('bad')
  }

  /** Saves over what another has saved. */
  async #keepMine(): Promise<void> {
    const known = await askForEditors(this.#state.address)
    if (known) {
      this.#revision = known.revision
      this.#baseVersion = known.publishedVersion
      fillIn('base', this.#baseVersion)
    }
    this.#isInConflict = false
    this.#isSaved = false
    this.#word.classList.remove('bad')
    await this.save()
  }

  async #look(): Promise<void> {
    if (document.visibilityState === 'hidden') return
    const known = await askForEditors(this.#state.address)
    if (!known) return
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
      this.#word.textContent = state
    }
  }
}

/** Tells all forms of the page which draft they are about. */
function fillIn(name: 'revision' | 'base', number: number): void {
  for (const field of document.querySelectorAll<HTMLInputElement>(`input[name=${name}]`)) field.value = String(number)
}
