import { hasFlag, operandsOf, valuesOf, type Call } from "./rule.ts";

const fromAnywhere = /^(?:https?|git|ssh|git\+\w+|github|gitlab|bitbucket|gist|git::https?):|@git\+/i;
const runnersOfPackages = /^(?:npx|bunx|uvx|pipx)$/;
const installers = /^(?:npm|pnpm|yarn|bun|pip|uv|gem|cargo|deno|poetry|pdm|pipenv|rye|hatch)$/;
const nodeManagers = /^(?:npm|pnpm|yarn|bun|npx|bunx)$/;
const systemManagers = /^(?:apt|apt-get|dnf|yum|zypper|rpm|dpkg|apk|pacman|installer|brew|snap|flatpak)$/;
const packageFile = /\.(?:deb|rpm|apk|pkg|snap|rb|flatpak)$/;

type Brings = (args: readonly string[], words: readonly string[]) => boolean;

/** Other programs that run, or set up, what an address gives them. */
const others: ReadonlyMap<string, Brings> = new Map<string, Brings>([
  ["go", (_args, words) => words[0] === "run" && /^[\w-]+\.[\w.-]+\/.*@/.test(words[1] ?? "")],
  ["deno", (args, words) => /^(?:run|install|x)$/.test(args[0] ?? "") && words.some(isAddress)],
  ["bun", (_args, words) => words[0] === "run" && words.some(isAddress)],
  ["kubectl", (args) => valuesOf(args, "f", ["filename"]).some(isAddress)],
  ["oc", (args) => valuesOf(args, "f", ["filename"]).some(isAddress)],
  ["helm", (_args, words) => /^(?:install|upgrade)$/.test(words[0] ?? "") && words.some(isAddress)],
  ["docker", (_args, words) => words.slice(0, 2).includes("build") && words.some(isAddress)],
  ["podman", (_args, words) => words[0] === "build" && words.some(isAddress)],
  ["nix", (_args, words) => /^(?:run|shell|develop|build|profile)$/.test(words[0] ?? "") && words.some(isAddress)],
  ["nix-env", (_args, words) => words.some(isAddress)],
  ["ansible-pull", () => true],
  ["add-apt-repository", (args) => !hasFlag(args, "r", ["remove", "list"])],
  ["terraform", (args) => args.some((arg) => arg.startsWith("-from-module="))],
  ["mshta", () => true],
  ["regsvr32", (args) => args.some((arg) => /^\/i:http/i.test(arg))],
  ...["code", "codium", "cursor"].map(
    (name) => [name, (args: readonly string[]) => args.includes("--install-extension")] as const,
  ),
]);

/** A package that comes from an address and not from the usual registry runs what its author likes. */
export function installsFrom({ program, args }: Call): boolean {
  const name = program.replace(/(?<=^(?:pip|python|npm))[\d.]+$/, "");
  const words = operandsOf(args);
  if (others.get(name)?.(args, words) === true) return true;
  if (systemManagers.test(name)) return bringsPackageFile(name, args, words);
  if (runnersOfPackages.test(name)) return comesFromElsewhere(name, args);
  const verb = words.slice(0, 2).findIndex((word) => /^(?:install|i|add|dlx|x|exec)$/.test(word));
  if (verb === -1 || !installers.test(name)) return false;
  const isRepository = nodeManagers.test(name) && adds(words[verb]) && words.slice(verb + 1).some(isShorthand);
  return isRepository || otherIndex(name, args) || comesFromElsewhere(name, args);
}

function comesFromElsewhere(name: string, args: readonly string[]): boolean {
  const specs = [...operandsOf(args), ...valuesOf(args, null, ["from", "spec", "git", "source"])];
  return specs.some(isAddress) || (nodeManagers.test(name) && args.some((arg) => /^--registry\b/.test(arg)));
}

function adds(verb: string | undefined): boolean {
  return verb === "install" || verb === "i" || verb === "add";
}

function isAddress(word: string): boolean {
  return fromAnywhere.test(word);
}

function otherIndex(name: string, args: readonly string[]): boolean {
  return (
    args.some((arg) => /^--(?:extra-)?index-url/.test(arg)) || (name === "pip" && valuesOf(args, "i", []).length > 0)
  );
}

/** npm takes `somebody/x` for a repository on GitHub. */
function isShorthand(word: string): boolean {
  return /^[\w-]+\/[\w.-]+(?:#.*)?$/.test(word);
}

function bringsPackageFile(name: string, args: readonly string[], words: readonly string[]): boolean {
  if (name === "dpkg") return hasFlag(args, "i", ["install", "unpack"]);
  if (name === "rpm") return hasFlag(args, "iUF", ["install", "upgrade"]) && !hasFlag(args, "q", ["query"]);
  if (name === "brew" && words[0] === "tap") return words.length > 2;
  return (
    /^(?:install|reinstall|localinstall|add)$/.test(words[0] ?? "") &&
    words.slice(1).some((word) => isAddress(word) || packageFile.test(word))
  );
}
