import { FORMER_NAMES } from '../../engine/base/template-settings.js'
import { writeNote } from './output.js'

/** Arguments with the options of settings under their present names. A note names each former one: `--manner` was `--profile`. */
export async function withPresentNames(args: readonly string[]): Promise<readonly string[]> {
  const present: string[] = []
  for (const [index, argument] of args.entries()) {
    const [option = '', ...value] = argument.split('=')
    const former = Object.entries(FORMER_NAMES).find(([name]) => option === `--${name}`)
    // What follows `--` are files.
    if (former === undefined || args.slice(0, index).includes('--')) present.push(argument)
    else {
      await writeNote(`note: --${former[0]} is now --${former[1]}`)
      present.push([`--${former[1]}`, ...value].join('='))
    }
  }
  return present
}
