/** How a stream ends (ISO 32000-1 §7.3.8). */
export const STREAM_END = Buffer.from('\nendstream\nendobj\n', 'latin1')

/** How a stream begins. @param dictionary in the syntax of the file */
export function streamHead(id: number, dictionary: string): Buffer {
  return Buffer.from(`${id} 0 obj\n${dictionary}\nstream\n`, 'latin1')
}
