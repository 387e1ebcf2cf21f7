import type { CommandRun } from "../commands/command.ts";
import { dump } from "../commands/dump/dump.ts";
import { status } from "../commands/status/status.ts";
import { lookAtSetup } from "./look-at-setup.ts";

export const statusRun = (): CommandRun => status(lookAtSetup);
export const dumpRun = (): CommandRun =>
  dump(lookAtSetup, async (call) => (await import("./doctor-command.ts")).doctorRun()(call));
