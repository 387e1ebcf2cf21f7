import type { Surroundings, PromptLayer } from "../layer.ts";

/** Where tools act. Facts are frozen with the prompt: what moves later is seen through tools. */
export const environmentLayer: PromptLayer = {
  id: "environment",
  render: ({ tools, surroundings }) => {
    const facts = tools.size === 0 ? [] : [placeOf(surroundings), ...surroundings.traits.map((trait) => notes[trait])];
    return [...facts, surroundings.operatorHint ?? ""].filter((line) => line.trim() !== "").join("\n");
  },
};

function placeOf(place: Surroundings): string {
  if (place.backend !== "local" && place.backend !== "bubblewrap") {
    const found = place.probe ?? "its system, user and folders are unknown; find out with `uname -a; whoami; pwd`";
    return `All file and terminal tools act in a ${place.backend} environment: ${found}`;
  }
  const { os, shell, home, cwd } = place;
  const where = place.backend === "bubblewrap" ? `${shell} ${walls}` : shell;
  return `Working directory: ${oneLine(cwd)}\nHome: ${oneLine(home)}\nSystem: ${oneLine(os)}, commands run in ${where}`;
}

const walls = "inside a bubblewrap sandbox: only the workspace and its own /tmp are writable";

const notes = {
  wsl: "This is WSL: Windows drives are under /mnt; translate Windows paths.",
  windows:
    "This is Windows: commands run in bash with POSIX syntax, native programs need native paths, and the host name is not the user name.",
  termux:
    "This is Termux on Android: packages come from pkg, there are no system services, shared storage is under ~/storage.",
  container: "This is a container: tools of the host are absent, and files may not outlive it.",
} as const;

/** A path may hold anything; here it may not begin a line of its own. */
function oneLine(text: string): string {
  return text.replaceAll(/[\p{Cc}\u2028\u2029]/gu, (char) => `\\x${char.charCodeAt(0).toString(16).padStart(2, "0")}`);
}
