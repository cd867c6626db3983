export const EDITORS = 10

/** A template's studio, and who is signed in to it. */
export interface Studio {
  readonly url: string
  readonly cookie: string
}

/** What the thread that types is told; it answers `end` with how many previews have come to what. */
export type TypingOrder = 'begin' | 'end'

/** What has come of a preview. */
export type Preview = 'previewed' | 'outdated' | 'timed-out' | 'unavailable'

export const PREVIEWS: readonly string[] = [
  'previewed',
  'outdated',
  'timed-out',
  'unavailable',
] satisfies readonly Preview[]
