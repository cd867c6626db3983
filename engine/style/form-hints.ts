type Attribute = (key: string) => string | undefined
type Add = (property: string, value: string | undefined) => void

/** The size that a form control's attributes ask for (HTML §15.5.3 and following), and how far a bar is filled. */
export function formHints(name: string, attribute: Attribute, add: Add): void {
  switch (name) {
    case 'input':
      add('width', characters(attribute('size'), '1.275em'))
      return
    case 'textarea':
      add('width', characters(attribute('cols'), '16px'))
      add(
        'height',
        count(attribute('rows'), (rows) => `${rows * LINE}em`),
      )
      return
    case 'progress':
    case 'meter':
      add('--html-part', filledPart(attribute))
  }
}

/** Height of a line of `line-height: normal` in the font of text areas. */
const LINE = 1.125

/** @param extra what browsers add to the average width of the characters */
function characters(value: string | undefined, extra: string): string | undefined {
  return count(value, (number) => `calc(${number} * 0.6em + ${extra})`)
}

function count(value: string | undefined, css: (number: number) => string): string | undefined {
  const number = Number.parseInt(value ?? '', 10)
  return number > 0 ? css(number) : undefined
}

/** HTML §4.10.13 and §4.10.14: the value between `min` (0) and `max` (1). */
function filledPart(attribute: Attribute): string | undefined {
  const value = Number.parseFloat(attribute('value') ?? '')
  if (Number.isNaN(value)) return undefined
  const min = Number.parseFloat(attribute('min') ?? '0') || 0
  const max = Number.parseFloat(attribute('max') ?? '1') || 1
  const part = max > min ? (value - min) / (max - min) : 0
  return `${100 * Math.min(1, Math.max(0, part))}%`
}
