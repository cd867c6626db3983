import { createRequire } from 'node:module'

const require = createRequire(new URL('../../../benchmarks/peers/package.json', import.meta.url))

/** A peer that `npm ci --prefix benchmarks/peers` has installed, by what is used of it. @throws where it is not there */
export function requirePeer<T>(name: string): { readonly module: T; readonly version: string } {
  const { dependencies } = require('./package.json') as { readonly dependencies: Readonly<Record<string, string>> }
  return { module: require(name) as T, version: dependencies[name] ?? '' }
}
