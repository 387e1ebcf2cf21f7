/** The system's code of an error, such as EACCES, for a sentence; the message where there is none. */
export function codeOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  return "code" in error && typeof error.code === "string" ? error.code : error.message;
}

export function isCode(error: unknown, code: string): boolean {
  return error instanceof Error && codeOf(error) === code;
}
