import { realpathSync } from "node:fs";
import { basename, dirname, join, normalize, resolve, sep } from "node:path";
import { isCredentialPath, isInstructionFile, isKeyFile, isSystemPath } from "./path-classes.ts";

/** The places the rules are about. */
export type PathRules = {
  readonly userHome: string;
  readonly hermesHome: string;
  /** The workspace: git root of the start folder, or that folder, and every --add-dir. */
  readonly roots: readonly string[];
  /** When not empty, writes elsewhere are errors. */
  readonly safeRoots: readonly string[];
  /** Where the session's commands run: file tools, which run here, must not reach further than those. */
  readonly commandsRun?: (() => CommandPlace) | undefined;
  /** How links are followed where these files are; absent: as on this machine. */
  readonly realPath?: (path: string) => string;
};

/** `apart`: the rules are about a container that nothing of a host can be reached from. */
export type CommandPlace = "here" | "behind walls" | "elsewhere" | "apart";

export type PathVerdict =
  | { readonly kind: "free" }
  | { readonly kind: "denied"; readonly rule: string; readonly because: string }
  /** A person must agree, whatever else is allowed. */
  | { readonly kind: "ask"; readonly rule: string; readonly because: string }
  /** A person must agree, once for all commands or now. */
  | { readonly kind: "consent"; readonly rule: string; readonly because: string };

const free: PathVerdict = { kind: "free" };

/** A path as a tool was given it, made absolute. `~` is the person's home. */
export function absolutePath(path: string, cwd: string, userHome: string): string {
  if (path === "~") return userHome;
  return path.startsWith("~/") ? join(userHome, path.slice(2)) : resolve(cwd, path);
}

/** Where the path really leads. For what does not exist yet, the existing part is resolved. */
export function realPath(path: string): string {
  try {
    return realpathSync.native(path); // with the true case, where the file system ignores it
  } catch {
    const parent = dirname(path); // missing, unreadable or a broken link: the rest is taken as written
    return parent === path ? path : join(realPath(parent), basename(path));
  }
}

export function readVerdict(absolute: string, rules: PathRules): PathVerdict {
  return strictest(absolute, follow(rules), (path) => readClass(path, rules));
}

export function writeVerdict(absolute: string, rules: PathRules): PathVerdict {
  if (placeOf(rules) === "elsewhere") return elsewhere;
  const verdict = strictest(absolute, follow(rules), (path) => writeClass(path, realRules(rules)));
  return placeOf(rules) === "apart" && verdict.kind !== "denied" ? free : verdict;
}

/** A file of this machine that the model was sent to by its path, wherever commands run. */
export function isHandedOn(absolute: string, { hermesHome }: PathRules): boolean {
  return isShared(realPath(absolute), realPath(hermesHome));
}

function follow({ realPath: there = realPath }: PathRules): (path: string) => string {
  return there;
}

function isInside(path: string, folder: string): boolean {
  return path === folder || path.startsWith(folder.endsWith(sep) ? folder : folder + sep);
}

const order = ["free", "consent", "ask", "denied"] as const;
const outside = "outside workspace";

/** Both the words and the file behind them have to pass: a link must not lead around a rule. */
function strictest(
  absolute: string,
  leadsTo: (path: string) => string,
  classOf: (path: string) => PathVerdict,
): PathVerdict {
  const real = leadsTo(absolute);
  const verdicts = [...new Set([normalize(absolute), real])].map(classOf);
  const counted = verdicts.filter((verdict) => !isOutside(verdict) || isOutside(classOf(real))); // where it really lands
  return counted.reduce((a, b) => (order.indexOf(b.kind) > order.indexOf(a.kind) ? b : a), free);
}

function isOutside(verdict: PathVerdict): boolean {
  return verdict.kind !== "free" && verdict.rule === outside;
}

function realRules(rules: PathRules): PathRules {
  const real = follow(rules);
  return {
    ...rules,
    roots: [...rules.roots, ...rules.roots.map(real)],
    safeRoots: [...rules.safeRoots, ...rules.safeRoots.map(real)],
  };
}

function placeOf({ commandsRun }: PathRules): CommandPlace {
  return commandsRun?.() ?? "here";
}

function readClass(path: string, rules: PathRules): PathVerdict {
  const { userHome, hermesHome } = rules;
  const realHome = follow(rules)(hermesHome);
  if (isOwn(path, ownSecrets, [hermesHome, realHome]))
    return denied("own files", "it holds this program's own credentials or data");
  if (/^\/dev\/(?!null$)/.test(path)) return denied("device", "it is a device");
  if (isEnvironmentFile(path)) {
    return denied("environment file", "it holds secrets; read its .example, or ask the user for what you need");
  }
  if (isKeyFile(path, userHome)) return denied("key file", "it holds keys or passwords; ask the user instead");
  const place = placeOf(rules);
  if (place === "here" || place === "apart" || isShared(path, realHome)) return free;
  if (place === "elsewhere") return elsewhere;
  const isHidden = isInside(path, realHome) && !isInAny(path, realRules(rules).roots);
  return isHidden ? denied("own files", "the sandbox hides this program's own folder") : free;
}

const elsewhere = denied("another machine", "commands run elsewhere and its files are there; use terminal instead");

/** What the model is sent to with a path: skills, output that was too long, and what its subagents did. */
function isShared(path: string, realHome: string): boolean {
  return isInside(path, realHome) && shared.some((name) => isInside(path.slice(realHome.length + 1), name));
}

const shared = ["skills", join("cache", "spill"), join("cache", "delegation")];

function writeClass(path: string, rules: PathRules): PathVerdict {
  const { userHome, hermesHome, roots, safeRoots } = rules;
  const place = placeOf(rules);
  if (path === join(userHome, ".ssh", "config")) return ask("ssh config");
  const realHome = follow(rules)(hermesHome);
  if (isOwn(path, ownSecrets, [hermesHome, realHome]) || isOwn(path, ownDecisions, [hermesHome, realHome]))
    return denied("own files", "it belongs to this program");
  if (isInside(path, join(hermesHome, "plugins"))) return ask("plugins");
  if (isCredentialPath(path, userHome)) return denied("credentials", "it holds keys or passwords");
  if (isSystemPath(path)) return denied("system files", "it belongs to the operating system");
  if (isInstructionFile(path)) return ask("instructions and hooks");
  if (safeRoots.length > 0 && !isInAny(path, safeRoots)) {
    return denied("write_safe_root", "it lies outside security.write_safe_root");
  }
  if (!isInAny(path, roots)) return outsideRoots(place);
  return isEnvironmentFile(path) ? { kind: "consent", rule: "sensitive write", because: "it holds secrets" } : free;
}

function isInAny(path: string, folders: readonly string[]): boolean {
  return folders.some((folder) => isInside(path, folder));
}

function outsideRoots(place: CommandPlace): PathVerdict {
  const because = "it lies outside the workspace";
  if (place === "here") return { kind: "consent", rule: outside, because };
  return denied(outside, `${because}, where the sandbox ends; --add-dir <folder> makes it wider`);
}

/** Of every profile: one must not read or change another. */
const ownSecrets =
  /^(?:profiles\/[^/]+\/)?(?:\.env[^/]*|auth\.json|honcho\.json|hermes\.db[^/]*|(?:pairing|mcp-tokens)(?:\/.*)?)$/i;
/** What a person has decided about us; no tool decides it for them. */
const ownDecisions = /^(?:profiles\/[^/]+\/)?(?:config\.yaml|plugins\/(?:consents|installed)\.json)$/i;

function isOwn(path: string, files: RegExp, homes: readonly string[]): boolean {
  return homes.flatMap(withBase).some((home) => isInside(path, home) && files.test(path.slice(home.length + 1)));
}

/** The home of a profile stands in the home of all of them. */
function withBase(home: string): readonly string[] {
  const profiles = dirname(home);
  return basename(profiles) === "profiles" ? [home, dirname(profiles)] : [home];
}

export function isEnvironmentFile(path: string): boolean {
  const name = basename(path);
  if (/^\.env(?:\..*)?\.(?:example|sample|template|dist)$/i.test(name)) return false;
  return /^\.env(?:rc|\..+)?$/i.test(name);
}

function denied(rule: string, because: string): PathVerdict {
  return { kind: "denied", rule, because };
}

function ask(rule: string): PathVerdict {
  return { kind: "ask", rule, because: "changing it needs the user's consent every time" };
}
