import { parentPort } from 'node:worker_threads'
import { compileTemplate, createFontLibrary, LimitError, renderDocument, TemplateError } from '../../engine/index.js'
import { TIME_CASES } from './cases/time-cases.js'

/** How a case ended. */
export type TimeOutcome = 'document' | { readonly refused: string } | { readonly crashed: string }

const fonts = createFontLibrary()

/** Renders the cases that it is told the indexes of. */
parentPort?.on('message', (index: number) => {
  parentPort?.postMessage(render(index))
})

function render(index: number): TimeOutcome {
  const tested = TIME_CASES[index]
  if (!tested) return { crashed: `there is no case ${index}` }
  try {
    renderDocument(compileTemplate(tested.make(), { fonts }), {})
    return 'document'
  } catch (error) {
    if (error instanceof LimitError || error instanceof TemplateError) return { refused: error.code }
    return { crashed: error instanceof Error ? (error.stack ?? error.message) : String(error) }
  }
}
