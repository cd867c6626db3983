import type { Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { ConfigError, type ListenAddress } from './config.js'

/** The settings that an address comes from, as messages name them. */
interface SettingNames {
  readonly host: string
  readonly port: string
}

/**
 * Starts to listen.
 *
 * @returns where, as an address of HTTP without a slash at its end
 * @throws ConfigError when the address cannot be had
 */
export function listen(server: Server, { host, port }: ListenAddress, names: SettingNames): Promise<string> {
  return new Promise((resolve, reject) => {
    server.once('error', (error: NodeJS.ErrnoException) => reject(describe(error, { host, port }, names)))
    server.listen(port, host, () => {
      const { port: actual } = server.address() as AddressInfo
      resolve(`http://${host.includes(':') ? `[${host}]` : host}:${actual}`)
    })
  })
}

function describe(error: NodeJS.ErrnoException, { host, port }: ListenAddress, names: SettingNames): Error {
  switch (error.code) {
    case 'EADDRINUSE':
      return new ConfigError(`${names.port} ${port} on ${host} is in use by another program`)
    case 'EACCES':
      return new ConfigError(`${names.port} ${port} on ${host} may not be used by this user`)
    case 'EADDRNOTAVAIL':
    case 'ENOTFOUND':
      return new ConfigError(`${names.host} ${host} is not an address of this machine`)
    default:
      return error
  }
}
