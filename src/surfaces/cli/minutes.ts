/** A length of time, as exact as anybody needs it. */
export function minutes(ms: number): string {
  const total = Math.floor(ms / 60_000);
  if (total < 1) return `${Math.floor(ms / 1_000)}s`;
  return total < 60 ? `${total}m` : `${Math.floor(total / 60)}h${total % 60}m`;
}
