import { ofData, type Shown } from '../base/message.js'
import { type Decimal, formatAmount } from './decimal.js'

/** A value in messages, as much of it as is of use. */
export function quoted(text: string): Shown {
  return ofData(`"${text.slice(0, 40)}"`)
}

export function amount(value: Decimal): Shown {
  return ofData(formatAmount(value))
}
