/** The context that a signing secret is encrypted for. */
export function secretContext(webhookId: string): string {
  return `secret of ${webhookId}`
}

/** The context that the body of a request is encrypted for. */
export function bodyContext(requestId: string): string {
  return `body of ${requestId}`
}

/** The context that the secret of a user's second factor is encrypted for. */
export function secondFactorContext(userId: string): string {
  return `second factor of ${userId}`
}

/** The context that the `webhook` member of a request is encrypted for. */
export function legacyContext(requestId: string): string {
  return `webhook of ${requestId}`
}
