/** Where the document of an attempt lies. Two characters of the random part make folders of a bearable size. */
export function documentKey(documentId: string, attempt: number): string {
  return `documents/${documentId.slice(-2)}/${documentId}-${attempt}.pdf`
}

/** Where the documents of the first so many attempts lie, if there are any. */
export function documentKeys(documentId: string, attempts: number): readonly string[] {
  return Array.from({ length: attempts }, (_, index) => documentKey(documentId, index + 1))
}
