import { z } from "zod";
import { amount, count, flag, named, oneOf, positive, text } from "./leaves.ts";
import { section } from "./section.ts";

const progress = () => oneOf("off", "new", "all", "verbose", "log");

const platform = () =>
  z.object({
    streaming: flag().default(false),
    tool_progress: progress().default("new"),
    reasoning: oneOf("off", "on").default("off"),
  });

const timeZone = () => z.string().refine(isTimeZone).describe("an IANA time zone such as Europe/Berlin, or system");

function isTimeZone(name: string): boolean {
  if (name === "system") return true;
  try {
    return new Intl.DateTimeFormat("en", { timeZone: name }) instanceof Intl.DateTimeFormat;
  } catch {
    return false; // the constructor throws for names it does not know
  }
}

export const displaySections = {
  display: section(
    () =>
      z.object({
        streaming: flag(),
        show_reasoning: flag(),
        reasoning_full: flag(),
        tool_progress: progress(),
        tool_preview_length: count(),
        inline_diffs: flag(),
        file_mutation_verifier: flag(),
        busy_input_mode: oneOf("interrupt", "queue", "steer"),
        resume_display: oneOf("full", "minimal"),
        show_cost: flag(),
        statusbar: flag(),
        timestamps: flag(),
        bell_on_complete: flag(),
        skin: text(),
        language: text(),
        personality: text(),
        memory_notifications: oneOf("off", "on", "verbose"),
        platforms: named(platform()),
      }),
    {
      streaming: true,
      show_reasoning: true,
      reasoning_full: false,
      tool_progress: "all",
      tool_preview_length: 0,
      inline_diffs: true,
      file_mutation_verifier: true,
      busy_input_mode: "interrupt",
      resume_display: "full",
      show_cost: true,
      statusbar: true,
      timestamps: false,
      bell_on_complete: false,
      skin: "default",
      language: "en",
      personality: "",
      memory_notifications: "on",
      platforms: { telegram: { streaming: true, tool_progress: "new", reasoning: "off" } },
    },
  ),
  streaming: section(() => z.object({ edit_interval: amount(), buffer_threshold: count(), cursor: text() }), {
    edit_interval: 0.8,
    buffer_threshold: 24,
    cursor: " ▉",
  }),
  logging: section(
    () =>
      z.object({
        level: oneOf("DEBUG", "INFO", "WARNING", "ERROR"),
        max_size_mb: positive(),
        backup_count: count(),
      }),
    { level: "INFO", max_size_mb: 5, backup_count: 3 },
  ),
  timezone: section(timeZone, "system"),
};
