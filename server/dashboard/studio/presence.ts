/** How long a window counts as open after it was last heard of. Studios ask every few seconds. */
const HEARD_OF_MS = 20_000

/** Windows remembered for one template; more tell nobody anything. */
const MAX_WINDOWS = 50

/** Templates remembered; of more, those that were heard of longest ago are forgotten. */
const MAX_TEMPLATES = 1_000

interface Window {
  readonly email: string
  heardOf: number
}

/** Who has which draft open, as far as this process hears of it: nothing depends on it but what editors are told. */
export class Presence {
  readonly #templates = new Map<string, Map<string, Window>>()

  constructor(private readonly now: () => number = Date.now) {}

  /**
   * Notes that a window shows a draft.
   *
   * @param template names the draft among those of all organizations
   * @param window names it among those of all editors
   * @returns whoever else has the draft open, each once; the same person in another window counts too
   */
  note(template: string, window: string, email: string): readonly string[] {
    const now = this.now()
    const windows = this.#templates.get(template) ?? new Map<string, Window>()
    for (const [other, { heardOf }] of windows) if (now - heardOf > HEARD_OF_MS) windows.delete(other)
    if (windows.has(window) || windows.size < MAX_WINDOWS) windows.set(window, { email, heardOf: now })
    // The last of the map are those heard of last.
    this.#templates.delete(template)
    this.#templates.set(template, windows)
    const [oldest] = this.#templates.keys()
    if (this.#templates.size > MAX_TEMPLATES && oldest !== undefined) this.#templates.delete(oldest)
    return [...new Set([...windows].flatMap(([other, { email }]) => (other === window ? [] : [email])))]
  }
}
