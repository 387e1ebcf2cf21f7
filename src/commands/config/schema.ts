import { configJsonSchema } from "../../config/schema/json-schema.ts";
import type { CommandRun } from "../command.ts";
import { exit, expectArguments } from "./open-config.ts";

/** The JSON Schema of the whole file, for editors. */
export const schema: CommandRun = async (call) => {
  const wrong = expectArguments(call, 0, "schema");
  if (wrong !== null) return wrong;
  call.terminal.out(`${JSON.stringify(configJsonSchema(), null, 2)}\n`);
  return exit.ok;
};
