/** Runs the test files that it is given, by their paths, one after the other in this process. */
import { pathToFileURL } from 'node:url'

// Folders of tests are named after the program and its arguments: after the first file, as if it had been started alone.
const files = process.argv.splice(1)
process.argv.push(files[1] ?? '')

// With one, tap ends as soon as it is idle for a moment: what the files after it test would be lost without a word.
const { default: t } = await import('tap')
t.teardown = () => {
  throw new Error('files that run together have no teardown: tidy up when the process exits')
}
for (const file of files.slice(1)) await import(pathToFileURL(file).href)
