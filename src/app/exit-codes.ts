/** What the command's exit code tells a script; the last two tell whoever keeps a gateway running. */
export const exitCodes = { ok: 0, failed: 1, usage: 2, notConfigured: 3, startAgain: 75, doNotStart: 78 } as const;
