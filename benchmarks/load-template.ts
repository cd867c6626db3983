import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join, relative, sep } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { JsonObject } from '../engine/base/json.js'
import { type CompiledTemplate, compileTemplate, type FontLibrary } from '../engine/index.js'
import type { Orientation, PageSizeName } from '../engine/template/template-source.js'

/** The sample templates of the package. */
export const TEMPLATES_FOLDER = fileURLToPath(new URL('../../templates/', import.meta.url))

export interface LoadedTemplate {
  readonly compiled: CompiledTemplate
  readonly sample: JsonObject
}

export function templateNames(): string[] {
  return readdirSync(TEMPLATES_FOLDER, { withFileTypes: true })
    .filter((entry) => entry.isDirectory() && existsSync(join(TEMPLATES_FOLDER, entry.name, 'template.html')))
    .map((entry) => entry.name)
    .sort()
}

/** Compiles a sample template with all the files of its folder as assets. */
export function loadTemplate(name: string, fonts: FontLibrary): LoadedTemplate {
  const folder = join(TEMPLATES_FOLDER, name)
  const settings = readSettings(join(folder, 'template.json'))
  const compiled = compileTemplate(
    { html: readFileSync(join(folder, 'template.html'), 'utf8'), assets: readAssets(folder), ...settings },
    { fonts },
  )
  return { compiled, sample: JSON.parse(readFileSync(join(folder, 'sample.json'), 'utf8')) as JsonObject }
}

interface TemplateSettings {
  readonly pageSize?: PageSizeName
  readonly orientation?: Orientation
}

function readSettings(file: string): TemplateSettings {
  if (!existsSync(file)) return {}
  const { pageSize, orientation } = JSON.parse(readFileSync(file, 'utf8')) as TemplateSettings
  return { ...(pageSize ? { pageSize } : {}), ...(orientation ? { orientation } : {}) }
}

function readAssets(folder: string): Map<string, Uint8Array> {
  const assets = new Map<string, Uint8Array>()
  for (const entry of readdirSync(folder, { withFileTypes: true, recursive: true })) {
    if (!entry.isFile() || /\.(html|json)$/.test(entry.name)) continue
    const path = join(entry.parentPath, entry.name)
    assets.set(relative(folder, path).split(sep).join('/'), readFileSync(path))
  }
  return assets
}
