import type { ProgramStart, StartedProgram, StartProblem } from "../../domain/shell-backend.ts";

/** A program on the machine, or inside the walls, where this runs. */
export async function startProgram(program: ProgramStart): Promise<StartedProgram | StartProblem> {
  if (program.terminal !== null) {
    const { startInTerminal } = await import("./start-in-terminal.ts");
    return startInTerminal(program, program.terminal);
  }
  const { startPiped } = await import("./start-piped.ts"); // with child processes: only for who runs commands
  return startPiped(program);
}
