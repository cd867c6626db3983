import { make } from './studio-state.js'

/** A message at the edge of the studio, which stays until it is closed or another takes its place. */
export class Notice {
  readonly #box = make('div', { class: 'drop-notice' })
  readonly #text = make('p', { role: 'alert' })

  constructor(form: HTMLFormElement) {
    const close = make('button', { type: 'button', class: 'small' }, 'Close')
    close.addEventListener('click', () => this.say(''))
    this.#box.append(this.#text, close)
    this.#box.hidden = true
    // Outside of the form, which cannot be used while files are on their way.
    form.after(this.#box)
  }

  /** @param text none when there is nothing to say */
  say(text: string): void {
    this.#box.hidden = text === ''
    this.#text.textContent = text
  }
}
