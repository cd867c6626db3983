import { readFile } from 'node:fs/promises'

/** The version of the package, which lies beside the folder of compiled files. */
export async function readPackageVersion(): Promise<string> {
  const { version } = JSON.parse(await readFile(new URL('../../package.json', import.meta.url), 'utf8'))
  return version
}
