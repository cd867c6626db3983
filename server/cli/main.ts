#!/usr/bin/env node
import { wordsOf } from './called-as.js'
import { runCommandLine } from './command-line.js'
import { DOCUMENT_COMMANDS } from './document-commands.js'
import { SERVICE_COMMANDS } from './service-commands.js'

process.exitCode = await runCommandLine(wordsOf(process.argv), { ...DOCUMENT_COMMANDS, ...SERVICE_COMMANDS })
