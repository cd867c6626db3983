/** The state that the server gives to the studio's script, in an attribute of the form. */
export interface StudioState {
  readonly address: string
  readonly csrf: string
  /** The id of who has it open. */
  readonly user: string
  readonly mayEdit: boolean
  readonly revision: number
  /** The version that was published when the studio was opened, which it shows where there is no draft. */
  readonly publishedVersion: number
  readonly files: readonly { readonly path: string; readonly hash: string; readonly size: number }[]
  readonly texts: readonly (readonly [path: string, text: string])[]
  /** The partials that templates share: all names, and the texts of those that the draft included when it was opened. */
  readonly partials: {
    readonly names: readonly string[]
    readonly texts: readonly (readonly [name: string, text: string])[]
  }
  readonly pdfScript: string
  readonly pdfWorker: string
}

export interface Place {
  readonly file: string
  readonly line: number
  readonly column: number
  readonly start: number
  readonly end: number
}

export interface Problem {
  readonly code: string
  readonly severity: 'error' | 'warning'
  readonly message: string
  readonly span?: Place
}

export interface Violation {
  readonly code: string
  readonly field: string
  readonly message: string
}

/** A document of the editor: the template, a file, the schema or a sample. */
export interface StudioFile {
  /** As problems name it; samples are `data:` and a number. */
  readonly id: string
  readonly label: string
  readonly language: 'html' | 'css' | 'json' | 'text'
  readonly group: 'template' | 'files' | 'shared' | 'data'
  readonly text: string
}

/** An element that the page is known to have. @throws Error */
export function need<T extends Element>(selector: string, within: ParentNode = document): T {
  const found = within.querySelector<T>(selector)
  if (!found) throw new Error(`the page has no ${selector}`)
  return found
}

type Child = Node | string

/** Makes an element. */
export function make<K extends keyof HTMLElementTagNameMap>(
  name: K,
  attributes: Readonly<Record<string, string>> = {},
  ...children: readonly Child[]
): HTMLElementTagNameMap[K] {
  const element = document.createElement(name)
  for (const [attribute, value] of Object.entries(attributes)) element.setAttribute(attribute, value)
  element.append(...children)
  return element
}
