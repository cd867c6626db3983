import { fileURLToPath } from 'node:url'

/** The fonts of the documents, which every contender gets. */
export const FONT_FOLDER = fileURLToPath(new URL('../../../fonts/liberation', import.meta.url))

export const FONT_FILES = [
  { weight: 400, path: `${FONT_FOLDER}/LiberationSans-Regular.ttf` },
  { weight: 700, path: `${FONT_FOLDER}/LiberationSans-Bold.ttf` },
] as const
