const kb = (bytes: number): string => `${(bytes / 1_024).toFixed(1)} KB`;

export const demoPhrases = {
  title:
    "Hermes demonstration: one turn of the offline model (rules, not an AI)\nin a scratch folder that is removed afterwards.",
  question: "Read notes.txt, then run `wc -l notes.txt`, then write summary.txt with three lines about Hermes",
  toolStarted: (name: string, preview: string) => `  ${name.padEnd(12)} ${preview.padEnd(32)}`,
  toolFinished: (ok: boolean, ms: number) => ` ${ok ? "ok" : "failed"}, ${ms} ms\n`,
  sent: (bytes: readonly number[]) =>
    `Sent    ${bytes.length} requests (${bytes.map(kb).join(", ")}),\n        each with the same first bytes`,
  cached: (read: number, prompt: number) =>
    `Cached  ${read} of ${prompt} prompt tokens were read from the provider's cache`,
  stored: (id: string, roles: readonly string[], reason: string) =>
    `Stored  session ${id}, the turn ended as ${reason}:\n        ${roles.join(", ")}`,
  wrote: (file: string, text: string) => `Wrote   ${file}: ${JSON.stringify(text)}`,
  next: 'Connect a real model: hermes model, then hermes to chat or hermes run "..."',
} as const;
