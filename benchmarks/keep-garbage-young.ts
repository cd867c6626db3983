import { setFlagsFromString } from 'node:v8'

/**
 * Keeps V8 from making new objects where only the slow collection of garbage looks for them. It does so for kinds of
 * objects that it saw outlive a collection, which those of the documents under way at that moment do: they would then
 * be garbage that holds on to much of the documents to come, at twice the time that collecting them needs.
 *
 * The service gives its render processes the same option when it starts them. To be called before threads are started;
 * it holds for the whole process.
 */
export function keepGarbageYoung(): void {
  setFlagsFromString('--no-allocation-site-pretenuring')
}
