/** What the command's exit code tells a script. */
export const exitCodes = { ok: 0, failed: 1, usage: 2, notConfigured: 3 } as const;
