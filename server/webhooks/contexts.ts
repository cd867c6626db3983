/** What a signing secret is encrypted for. */
export function secretContext(webhookId: string): string {
  return `secret of ${webhookId}`
}

/** What the `webhook` member of a request is encrypted for. */
export function legacyContext(requestId: string): string {
  return `webhook of ${requestId}`
}
