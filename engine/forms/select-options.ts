import type { BoundElement } from '../template/bound-tree.js'
import { isListBox } from '../template/list-box.js'
import { collapsed, textIn } from './control-labels.js'
import type { ChoiceOption } from './form-field.js'

/** The options of a `<select>`. Of a list that opens, the first one is chosen where none says so (HTML §4.10.7). */
export function optionsOf(select: BoundElement): readonly ChoiceOption[] {
  const elements: BoundElement[] = []
  for (const child of select.children) {
    if (child.kind !== 'element') continue
    if (child.name === 'option') elements.push(child)
    if (child.name !== 'optgroup') continue
    for (const option of child.children)
      if (option.kind === 'element' && option.name === 'option') elements.push(option)
  }
  const multiple = select.attributes.has('multiple')
  const lastSelected = elements.findLastIndex(({ attributes }) => attributes.has('selected'))
  const only = isListBox(select) ? lastSelected : Math.max(lastSelected, 0)
  return elements.map((option, index) => {
    const text = option.attributes.get('label') || collapsed(textIn(option, () => true))
    const value = option.attributes.get('value') ?? text
    return { value, text, selected: multiple ? option.attributes.has('selected') : index === only }
  })
}
