import { detectDanger } from "../src/tools/approval/detect-danger.ts";
import { benign, dangerous } from "../tests/support/command-corpus.ts";
import { commandWorld } from "../tests/support/command-world.ts";
import { median, type Figure } from "./figures.ts";

/** How well the danger detector tells commands apart, and how long one verdict takes once the grammar is there. */
export async function dangerFigures(): Promise<readonly Figure[]> {
  using world = commandWorld();
  const verdictMs: number[] = [];
  const asks = async (command: string, family: string | null): Promise<boolean> => {
    const start = performance.now();
    const findings = await detectDanger(command, world);
    verdictMs.push(performance.now() - start);
    return findings.some((finding) => family === null || finding.family === family);
  };
  await detectDanger("ls", world); // loads the grammar
  let missed = 0;
  let alarms = 0;
  for (const { family, commands } of dangerous) {
    for (const command of commands) if (!(await asks(command, family))) missed += 1;
  }
  for (const { commands } of benign) for (const command of commands) if (await asks(command, null)) alarms += 1;
  return [
    share("commands, dangerous ones missed", missed / count(dangerous), 0),
    share("commands, ordinary ones that ask", alarms / count(benign), 2),
    {
      name: "commands, verdict",
      unit: "ms",
      ours: median(verdictMs),
      bare: null,
      limit: { kind: "at most", value: 1 },
    },
  ];
}

function share(name: string, part: number, most: number): Figure {
  return { name, unit: "%", ours: part * 100, bare: null, limit: { kind: "at most", value: most } };
}

function count(groups: readonly { readonly commands: readonly string[] }[]): number {
  return groups.reduce((sum, { commands }) => sum + commands.length, 0);
}
