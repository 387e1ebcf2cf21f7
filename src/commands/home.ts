import { homedir } from "node:os";
import { baseOf, resolveHome, type HomeResult } from "../config/home.ts";
import type { CommandContext } from "./command.ts";

/** The home this command works in, or why there is none (exit code 2). */
export function homeOf({ env, profile }: Pick<CommandContext, "env" | "profile">): HomeResult {
  return resolveHome({ env, profile, homedir: env["HOME"] ?? homedir(), platform: process.platform });
}

/** The home all profiles lie in, also where the chosen one is gone. */
export function baseHomeOf({ env }: Pick<CommandContext, "env">): string {
  return baseOf({ env, homedir: env["HOME"] ?? homedir(), platform: process.platform });
}
