import { make } from './studio-state.js'

/** Scales that can be chosen, with their labels; 1 shows the pages in their true size. */
const ZOOMS: readonly (readonly [zoom: 'fit' | number, label: string])[] = [
  ['fit', 'Fit'],
  [0.5, '50 %'],
  [0.75, '75 %'],
  [1, '100 %'],
  [1.5, '150 %'],
  [2, '200 %'],
]

/** A list of scales for the pages. */
export function zoomChoice(act: (zoom: 'fit' | number) => void): HTMLSelectElement {
  const options = ZOOMS.map(([zoom, label]) => make('option', { value: String(zoom) }, label))
  const choice = make('select', { 'aria-label': 'Zoom' }, ...options)
  choice.addEventListener('change', () => act(choice.value === 'fit' ? 'fit' : Number(choice.value)))
  return choice
}

/** A button that is on or off; off at first. */
export function toggle(label: string, act: (isOn: boolean) => void): HTMLButtonElement {
  const button = make('button', { type: 'button', class: 'small', 'aria-pressed': 'false' }, label)
  button.addEventListener('click', () => {
    const isOn = button.getAttribute('aria-pressed') !== 'true'
    button.setAttribute('aria-pressed', String(isOn))
    act(isOn)
  })
  return button
}
