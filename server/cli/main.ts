#!/usr/bin/env node
import { runCommandLine } from './command-line.js'
import { DOCUMENT_COMMANDS } from './document-commands.js'
import { SERVICE_COMMANDS } from './service-commands.js'

process.exitCode = await runCommandLine(process.argv.slice(2), { ...DOCUMENT_COMMANDS, ...SERVICE_COMMANDS })
