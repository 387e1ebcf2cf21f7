import type { PromptLayer } from "../layer.ts";

export const platformLayer: PromptLayer = {
  id: "platform",
  render: ({ surface, surfaceHint }) => {
    const own = surfaceHint?.replace ?? hints[surface] ?? "";
    return [own, surfaceHint?.append ?? ""].filter((text) => text.trim() !== "").join("\n");
  },
};

const media = "Send a file by writing MEDIA:<absolute path> on a line of its own.";
const chat = `Your answer is read in a chat; Markdown is converted, tables are not: use lists. ${media}`;
const shortText = "Your answer is read as plain text on a phone: no Markdown, at most about 1,600 characters.";

/** Where the answer is read, and what that place can and cannot show. */
const hints: Readonly<Record<string, string>> = {
  cli: "Your answer is read in a terminal: plain text, files by their absolute paths. Scheduled jobs do not report back here.",
  tui: "Your answer is read in a terminal: files by their absolute paths. Scheduled jobs do not report back here.",
  acp: "Your answer is read inside an editor: Markdown renders, and files are cited as path:line. The editor shows edits and asks for permissions itself.",
  telegram: `${chat} Links to images become photos.`,
  discord: `Your answer is read in a shared workspace by several people. ${media} Links to images are attached.`,
  slack: `Your answer is read in a shared workspace by several people. ${media} Links to images are attached.`,
  whatsapp: chat,
  signal: chat,
  email: `Your answer is sent as an e-mail: plain text with structure, the subject is kept, no needless greeting. ${media}`,
  sms: shortText,
  imessage: shortText,
  cron: "Nobody is present: ask nothing, decide and finish. Your final answer is delivered by itself.",
  api_server: "Your answer goes to another program whose display is unknown: write plain text.",
};

export const knownPlatforms: readonly string[] = Object.keys(hints);
