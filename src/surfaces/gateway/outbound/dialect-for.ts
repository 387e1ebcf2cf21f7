import type { Markup } from "../../../domain/platform.ts";
import type { Dialect } from "./dialects/dialect.ts";
import { html } from "./dialects/html.ts";
import { plain } from "./dialects/plain.ts";
import { slack } from "./dialects/slack.ts";
import { telegramMarkdown } from "./dialects/telegram-markdown.ts";

const dialects: Readonly<Record<Markup, Dialect>> = {
  plain,
  markdown: (text) => text,
  "telegram-markdown": telegramMarkdown,
  slack,
  html,
};

/** Unless told, a platform shows no markup. */
export function dialectFor(markup: Markup = "plain"): Dialect {
  return dialects[markup];
}
