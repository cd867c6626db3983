#!/usr/bin/env node
import { loadProgram } from './program.js'

/** `platen` as people run it: the bundled command line, without compiling it. */

const { runCommandLine } = loadProgram(new URL('.', import.meta.url))

process.exitCode = await runCommandLine(process.argv.slice(2))
