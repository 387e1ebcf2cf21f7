/** The lease of one turn: the session id changes when a turn compresses, this does not. */
export function turnResource(conversationId: string): string {
  return `turn:${conversationId}`;
}
