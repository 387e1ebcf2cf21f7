/** Which error it was, for the log. Its words stay out: they may repeat what somebody said. */
export function wordlessReason(error: unknown): string {
  if (!(error instanceof Error)) return "no error";
  return "code" in error && typeof error.code === "string" ? `${error.name} ${error.code}` : error.name;
}
