import { type ChoiceOf, initialOf, type SettingName, settingsKept } from '../../engine/base/template-settings.js'

/** Settings of a template with a value of one line, which one column keeps together. Absent ones are as they are initially. */
export type TemplateChoices = { readonly [Name in 'problems' | 'media' | 'pageRules']?: ChoiceOf<Name> | undefined }

/** The choices as one text, always in the same order, without what counts anyway; null for none. */
export function choicesColumn(choices: TemplateChoices | undefined): string | null {
  const chosen = settingsKept('choices').flatMap((name) => {
    const value = (choices as Readonly<Partial<Record<SettingName, unknown>>> | undefined)?.[name]
    return value === undefined || value === initialOf(name) ? [] : [[name, value]]
  })
  return chosen.length > 0 ? JSON.stringify(Object.fromEntries(chosen)) : null
}

export function choicesOfColumn(column: string | null): TemplateChoices | undefined {
  return column === null ? undefined : JSON.parse(column)
}
