import { readFileSync } from 'node:fs'

/** It lies beside the folder of compiled files. */
const MANIFEST = new URL('../../../package.json', import.meta.url)

/** A file of the package. @param path from the folder of the package */
export function packageFile(path: string): URL {
  return new URL(path, MANIFEST)
}

/** The version of the package. */
export function packageVersion(): string {
  const { version } = JSON.parse(readFileSync(MANIFEST, 'utf8'))
  return version
}
