import type { JsonObject, JsonValue } from '../../engine/base/json.js'
import type { ProfileName } from '../../engine/base/profile.js'
import type { Standard } from '../../engine/base/standards.js'
import { settingsKept } from '../../engine/base/template-settings.js'
import { MAPPING_FILE } from '../../engine/folder/folder-assets.js'
import type { Orientation, PageSizeName } from '../../engine/template/template-source.js'
import type { TemplateChoices } from '../storage/choices-column.js'
import { documentSettingsOf, filesOfSettings, parseTemplateJson } from './document-settings.js'

/** What a `template.json` says, in the form in which templates are kept. */
export interface TemplateJson {
  readonly name?: string | undefined
  readonly pageSize?: PageSizeName | undefined
  readonly orientation?: Orientation | undefined
  readonly standard?: readonly Standard[] | undefined
  readonly profile?: ProfileName | undefined
  /** The profile under its former name, which `check` reports. */
  readonly manner?: ProfileName | undefined
  readonly choices?: TemplateChoices | undefined
  /** Those of documents, as a text to be kept. */
  readonly settings?: string | undefined
  /** The files that these name. */
  readonly files?: ReadonlySet<string> | undefined
}

/** Reads the text of a `template.json`. @throws TemplateError with the place */
export function readTemplateJson(text: string): TemplateJson {
  const { members, documents } = parseTemplateJson(text)
  const { name, pageSize, orientation, manner, profile = manner, standard } = members
  const ofDocuments = documentSettingsOf(members)
  const hasAny = Object.keys(ofDocuments).length > 0
  return {
    name: oneOfType(name),
    pageSize: oneOfType(pageSize),
    orientation: oneOfType(orientation),
    standard: standard === undefined ? undefined : oneOfType([standard].flat()),
    profile: oneOfType(profile),
    manner: oneOfType(manner),
    choices: choicesOf(members),
    settings: hasAny ? `${JSON.stringify(ofDocuments, undefined, 2)}\n` : undefined,
    files: hasAny ? filesOfSettings(documents, MAPPING_FILE) : undefined,
  }
}

/** A value that the record of settings has found right. */
function oneOfType<T>(value: JsonValue | undefined): T | undefined {
  return value as T | undefined
}

function choicesOf(members: JsonObject): TemplateChoices | undefined {
  const chosen = settingsKept('choices').flatMap((name) => (members[name] === undefined ? [] : [[name, members[name]]]))
  return chosen.length > 0 ? Object.fromEntries(chosen) : undefined
}
