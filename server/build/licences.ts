import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Metafile } from 'esbuild'

/** The licences of the packages of which there is code in bundles: they have to go with it. @throws Error if one has none */
export function licencesOf(bundles: readonly Metafile[]): string {
  const files = bundles.flatMap(({ inputs }) => Object.keys(inputs))
  const folders = new Set(files.flatMap((file) => /^.*node_modules\/(?:@[^/]+\/)?[^/]+/.exec(file) ?? []))
  return [...folders]
    .sort()
    .map(licenceOf)
    .join(`\n${'-'.repeat(80)}\n\n`)
}

function licenceOf(folder: string): string {
  const { name, version, license } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'))
  const file = readdirSync(folder).find((entry) => /^licen[cs]e/i.test(entry))
  if (license === undefined && file === undefined) throw new Error(`${name} has no licence`)
  const title = license === undefined ? `${name} ${version}` : `${name} ${version} (${license})`
  return file === undefined ? `${title}\n` : `${title}\n\n${readFileSync(join(folder, file), 'utf8').trim()}\n`
}
