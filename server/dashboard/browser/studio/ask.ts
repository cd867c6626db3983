import { make } from './studio-state.js'

/** Asks before something is done that is not easily undone. @returns whether it is to be done */
export function ask(title: string, text: string, label: string): Promise<boolean> {
  const dialog = make('dialog', { 'aria-labelledby': 'asked' })
  const form = make(
    'form',
    { method: 'dialog', class: 'row' },
    make('button', { class: 'danger', value: 'yes' }, label),
    make('button', { autofocus: '' }, 'Cancel'),
  )
  dialog.append(make('h2', { id: 'asked' }, title), make('p', {}, text), form)
  document.body.append(dialog)
  dialog.showModal()
  return new Promise((resolve) => {
    dialog.addEventListener('close', () => {
      dialog.remove()
      resolve(dialog.returnValue === 'yes')
    })
  })
}
