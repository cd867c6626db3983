import { make, need } from './studio-state.js'

/** Somebody has to sign in again before a request is answered. */
export class SignedOut extends Error {
  override readonly name = 'SignedOut'
}

/** The status of an answer to a request without a session. */
const SIGNED_OUT = 401

/**
 * The session that this window works in. When it ends, what was written stays, and somebody signs in beside it. Nothing
 * takes the keys away meanwhile: whoever writes goes on.
 */
export class StudioSession {
  #csrf: string
  readonly #notice = signInNotice()

  readonly #isBack: () => void

  /** @param isBack called when requests are answered again that were not */
  constructor(csrf: string, isBack: () => void) {
    this.#csrf = csrf
    this.#isBack = isBack
  }

  /** For every form. */
  get csrf(): string {
    return this.#csrf
  }

  /** @throws SignedOut for the answer to a request without a session, which is told */
  check(response: Response): void {
    if (response.status !== SIGNED_OUT) return
    this.end()
    throw new SignedOut('Your session has ended.')
  }

  /** Asks to sign in again. */
  end(): void {
    if (!this.#notice.isConnected) need('main').append(this.#notice)
  }

  /** Somebody is signed in: all forms of the page go on in their session. */
  continueWith(csrf: string): void {
    if (this.#csrf === csrf && !this.#notice.isConnected) return
    this.#csrf = csrf
    for (const field of document.querySelectorAll<HTMLInputElement>('input[name=csrf]')) field.value = csrf
    this.#notice.remove()
    this.#isBack()
  }
}

function signInNotice(): HTMLElement {
  const text = 'Your session has ended. What you write stays here: sign in in a new tab and come back, and it is saved.'
  const close = make('button', { type: 'button', class: 'small' }, 'Close')
  const link = { class: 'button small primary', href: signInAddress(), target: '_blank', rel: 'noopener' }
  const notice = make(
    'div',
    { class: 'drop-notice', id: 'signed-out' },
    make('p', { role: 'alert' }, text),
    make('a', link, 'Sign in'),
    close,
  )
  close.addEventListener('click', () => notice.remove())
  return notice
}

/** Below the same path as this page. */
function signInAddress(): string {
  const root = location.pathname.slice(0, location.pathname.indexOf('/dashboard/'))
  return `${root}/dashboard/sign-in?${new URLSearchParams({ next: '/dashboard/sign-in/again' })}`
}
