import { z } from "zod";
import { count, flag, oneOf, positive, text, words } from "./leaves.ts";
import { section } from "./section.ts";

export const safetySections = {
  approvals: section(
    () =>
      z.object({
        mode: oneOf("manual", "smart", "off"),
        edits: oneOf("ask", "allow", "plan"),
        timeout: count(),
        headless_mode: oneOf("deny", "approve"),
        cron_mode: oneOf("deny", "approve"),
        deny: words(),
        smart_policy: text(),
        denial_breaker_threshold: positive(),
        destructive_slash_confirm: flag(),
      }),
    {
      mode: "manual",
      edits: "allow",
      timeout: 300,
      headless_mode: "deny",
      cron_mode: "deny",
      deny: [],
      smart_policy: "",
      denial_breaker_threshold: 3,
      destructive_slash_confirm: true,
    },
  ),
  command_allowlist: section(words, []),
  security: section(
    () =>
      z.object({
        redact_secrets: flag(),
        allow_private_urls: flag(),
        website_blocklist: z.object({ enabled: flag(), domains: words(), shared_files: words() }),
        protected_instruction_files: flag(),
        write_safe_root: text(),
      }),
    {
      redact_secrets: true,
      allow_private_urls: false,
      website_blocklist: { enabled: false, domains: [], shared_files: [] },
      protected_instruction_files: true,
      write_safe_root: "",
    },
  ),
};
