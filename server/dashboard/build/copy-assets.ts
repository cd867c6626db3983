import { cpSync, mkdirSync } from 'node:fs'
import { fileURLToPath } from 'node:url'

/** What browsers get as it stands in the sources. */
const FILES = ['style.css', 'icon.svg']

const SOURCES = new URL('../../../../server/dashboard/', import.meta.url)

const TARGET = new URL('../assets/', import.meta.url)

mkdirSync(TARGET, { recursive: true })
for (const file of FILES) cpSync(fileURLToPath(new URL(file, SOURCES)), fileURLToPath(new URL(file, TARGET)))
