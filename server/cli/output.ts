/** Writes to standard output and resolves when it has been taken. */
export function writeOut(content: string | Uint8Array): Promise<void> {
  return write(process.stdout, content)
}

/** Writes a line for people to standard error. */
export function writeNote(line: string): Promise<void> {
  return write(process.stderr, `${line}\n`)
}

/** Writes one JSON value. */
export function writeJson(value: unknown): Promise<void> {
  return writeOut(`${JSON.stringify(value)}\n`)
}

/** A readable table: columns as wide as their longest cell, two blanks between them. */
export function formatTable(header: readonly string[], rows: readonly (readonly string[])[]): string {
  const all = [header, ...rows]
  const widths = header.map((_, column) => Math.max(...all.map((row) => row[column]?.length ?? 0)))
  return all
    .map(
      (row) =>
        `${row
          .map((cell, column) => cell.padEnd(widths[column] ?? 0))
          .join('  ')
          .trimEnd()}\n`,
    )
    .join('')
}

/** `2026-11-21 12:00`, in UTC; a dash for what has not happened. */
export function formatTime(time: number | undefined): string {
  return time === undefined ? '-' : new Date(time).toISOString().slice(0, 16).replace('T', ' ')
}

function write(stream: NodeJS.WriteStream, content: string | Uint8Array): Promise<void> {
  return new Promise((resolve, reject) => {
    stream.write(content, (error) => (error ? reject(error) : resolve()))
  })
}
