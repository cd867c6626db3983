/** An answer as scripts of ours read it: the length of a JSON text, the text, and a PDF. */
export function frameAnswer(json: string, pdf: Uint8Array): Uint8Array {
  const head = Buffer.from(json)
  const length = Buffer.alloc(4)
  length.writeUInt32BE(head.length)
  return Buffer.concat([length, head, pdf])
}
