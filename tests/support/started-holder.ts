import { spawn } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import { createInterface } from "node:readline";

const program = join(import.meta.dirname, "holder-process.ts");

/** A real process that is, or wanted to be, the gateway of a home. */
export async function startHolder(home: string, manner: "polite" | "rude" | "deaf" = "polite") {
  const child = spawn(process.execPath, [program, home, manner], { stdio: ["pipe", "pipe", "inherit"] });
  const exited = once(child, "exit");
  const lines = createInterface({ input: child.stdout })[Symbol.asyncIterator]();
  const said: unknown = (await lines.next()).value;
  const kill = async (): Promise<void> => {
    child.kill("SIGKILL");
    await exited;
  };
  return { pid: child.pid ?? 0, said: String(said), exited, kill };
}
