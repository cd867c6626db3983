import { spawnSync } from 'node:child_process'

/** The output of a tool of poppler or qpdf for a file on its standard input or under a name; undefined when it is not installed. */
export function runTool(
  command: string,
  args: readonly string[],
  input: Uint8Array,
): { status: number | null; output: string } | undefined {
  const result = spawnSync(command, args, { input })
  if (result.error) {
    process.stderr.write(`${command} is not installed: what it says about the file is not checked\n`)
    return undefined
  }
  return { status: result.status, output: `${result.stdout.toString('utf8')}${result.stderr.toString('utf8')}` }
}
