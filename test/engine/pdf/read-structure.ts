import { follow, type PdfObject, pageContents, readObjects } from './read-pdf.js'

/**
 * The faults in the marks of a file: pieces that are not in the parent tree, or are there and not on their page,
 * content of pages outside of any mark, marks that are not closed.
 */
export function markFaults(pdf: Uint8Array): readonly string[] {
  const objects = readObjects(pdf)
  const faults: string[] = []
  const root = [...objects.values()].find(({ value }) => value.includes('/Type/StructTreeRoot'))?.value ?? ''
  const pages = [...objects.values()].filter(({ value }) => /\/Type \/Page\n/.test(value))
  const leaves = /\/ParentTree (\d+ 0 R|<<\/Kids\[.*?\]>>)/s.exec(root)?.[1] ?? ''
  const entries = new Map(
    [...leaves.matchAll(/(\d+) 0 R/g)].flatMap(([, leaf]) => {
      const nums = /\/Nums\[(.*)\]/s.exec(objects.get(Number(leaf))?.value ?? '')?.[1] ?? ''
      return [...nums.matchAll(/(\d+) ?(\[[^\]]*\]|\d+ 0 R)/g)].map(
        ([, key, value = '']) => [Number(key), value] as const,
      )
    }),
  )
  for (const [index, content] of pageContents(pdf).entries()) {
    const key = /\/StructParents (\d+)/.exec(pages[index]?.value ?? '')?.[1]
    const entry = entries.get(Number(key)) ?? ''
    // The numbers of a table's rows are multiples of ten: those between have no parent.
    const parents = [...entry.matchAll(/\d+ 0 R|null/g)].flatMap(([parent], at) => (parent === 'null' ? [] : [at]))
    // Forms on a page share its numbers.
    const forms = formsOn(objects, follow(objects, pages[index]?.value ?? '', 'Resources').value)
    const numbers = numbersIn([content, ...forms.map(({ stream }) => stream)])
    for (const { key, stream } of forms) {
      const own = numbersIn([stream])
      const entry = [...(entries.get(key) ?? '').matchAll(/\d+ 0 R|null/g)]
      const told = entry.flatMap(([parent], at) => (parent === 'null' ? [] : [at]))
      if (own.join() !== told.join()) faults.push(`a form has pieces ${own.join()}, the parent tree ${told.join()}`)
    }
    if (numbers.join() !== parents.join()) {
      faults.push(`page ${index + 1} has pieces ${numbers.join(',')}, the parent tree ${parents.join(',')}`)
    }
    let depth = 0
    for (const [operator] of content
      .replace(/\((?:\\.|[^\\)])*\)/gs, '()')
      // Groups are forms whose content is marked itself.
      .replace(/\/X\d+ Do\n/g, '')
      // `/S` is the name of a list of properties.
      .matchAll(/(?<!\/)\b(?:BDC|BMC|EMC|TJ|Do|f\*?|S|sh)\s/g)) {
      const name = operator.trim()
      if (name === 'BDC' || name === 'BMC') depth++
      else if (name === 'EMC') depth--
      else if (depth === 0) faults.push(`${name} without a mark on page ${index + 1}`)
    }
    if (depth !== 0) faults.push(`${depth} marks are open at the end of page ${index + 1}`)
  }
  return faults
}

/** The numbers of the pieces in operators, in their order. */
function numbersIn(operators: readonly string[]): readonly number[] {
  const numbers = operators.flatMap((each) => [...each.matchAll(/MCID (\d+)/g)].map(([, number]) => Number(number)))
  return numbers.toSorted((a, b) => a - b)
}

/** The groups on a page, and within each other, whose content is marked: by what refers to them. */
function formsOn(
  objects: ReadonlyMap<number, PdfObject>,
  value: string,
): readonly { readonly key: number; readonly stream: string }[] {
  return [...value.matchAll(/\/X\d+ (\d+) 0 R/g)].flatMap(([, id]) => {
    const form = objects.get(Number(id))
    const key = /\/StructParents (\d+)/.exec(form?.value ?? '')?.[1]
    const own = key === undefined ? [] : [{ key: Number(key), stream: form?.stream?.toString('latin1') ?? '' }]
    return [...own, ...formsOn(objects, form?.value ?? '')]
  })
}
