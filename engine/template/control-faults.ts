import { type Message, ofData, say } from '../base/message.js'
import type { BoundElement } from './bound-tree.js'
import { inputType, isSimpleColor } from './input-text.js'

/**
 * What the attributes of a gauge, a range or a field for a colour say that it cannot show: HTML then has it draw something
 * else (§4.10.5.1.13, §4.10.5.1.14, §4.10.13, §4.10.14). Fields that print their value as it is written lose nothing.
 */
export function faultsOfControl(element: BoundElement): readonly Message[] {
  switch (element.name) {
    case 'progress':
      return faultsOfNumbers(element, ['value', 'max'])
    case 'meter':
      return faultsOfNumbers(element, ['value', 'min', 'max', 'low', 'high', 'optimum'])
    case 'input':
      return faultsOfInput(element)
    default:
      return []
  }
}

function faultsOfInput(input: BoundElement): readonly Message[] {
  const value = input.attributes.get('value') ?? ''
  switch (inputType(input)) {
    case 'range':
      return faultsOfNumbers(input, ['value', 'min', 'max'])
    case 'color':
      if (value === '' || isSimpleColor(value)) return []
      return [say`the colour "${ofData(value)}" is not of the form #rrggbb, so black is shown`]
    default:
      return []
  }
}

/** A valid floating-point number (HTML §2.3.4.3), with white space around it. */
const NUMBER = /^\s*-?(?:\d+\.?\d*|\.\d+)(?:e[+-]?\d+)?\s*$/i

function faultsOfNumbers({ name, attributes }: BoundElement, names: readonly string[]): readonly Message[] {
  const faults: Message[] = []
  for (const attribute of names) {
    const text = attributes.get(attribute)
    if (text === undefined || NUMBER.test(text)) continue
    const number = Number.parseFloat(text)
    faults.push(
      Number.isNaN(number)
        ? say`the attribute "${attribute}" of <${name}> is no number: "${ofData(text)}"`
        : say`the attribute "${attribute}" of <${name}> is read as ${ofData(String(number))}, not as "${ofData(text)}"`,
    )
  }
  return faults
}
