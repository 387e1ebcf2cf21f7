import type { ProgramStart, ShellBackend, StartedProgram, StartProblem } from "../../domain/shell-backend.ts";
import { startAway } from "./away-program.ts";
import { isApart } from "./docker-arguments.ts";
import { type Container, type ContainerDeps, openContainer, removeContainer } from "./docker-container.ts";

const failure = 125; // docker's own; the program's codes come through as they are
const gone = /no such container|no container with|not running|state improper|running containers/i; // docker's words and podman's
const anew = "The container was gone: this is a new one, without what was in the old.";

/** Programs in a container, found or made when the first of them starts. One that was stopped or removed comes again. */
export function createDockerBackend(deps: ContainerDeps): ShellBackend {
  let opening: Promise<Container> | null = null;
  let known: string | null = null;
  const open = async (): Promise<Container> => {
    const container = await (opening ??= openContainer(deps));
    if (container.kind === "problem") opening = null; // the next command tries again
    return container;
  };
  const start = async (program: ProgramStart): Promise<StartedProgram | StartProblem> => {
    const container = await open();
    if (container.kind === "problem") return { kind: "not-started", why: container.why };
    const { program: docker, id } = container;
    const started = await startAway(program, {
      argv: (script, terminal) => [docker, "exec", terminal ? "-it" : "-i", id, "sh", "-c", script],
      env: deps.env,
      failure,
    });
    if (started.kind === "not-started") {
      opening = null; // it may have been stopped or removed: look again
      return started;
    }
    const note = known === null || known === id ? null : anew;
    known = id;
    return { ...started, note };
  };
  return {
    name: "docker",
    isolation: isApart(deps.settings) ? "container" : "none",
    start: async (program) => {
      const started = await start(program);
      return started.kind === "not-started" && gone.test(started.why) ? start(program) : started;
    },
    close: async () => {
      const container = await opening;
      if (container?.kind !== "container" || deps.persistent) return;
      await removeContainer(container.program, container.id, deps.env);
      opening = null;
    },
  };
}
