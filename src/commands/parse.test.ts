import fc from "fast-check";
import { expect, test } from "vitest";
import type { CommandSpec } from "./command.ts";
import { doctorCommand } from "./doctor/spec.ts";
import { parse } from "./parse.ts";
import { chatCommand, demoCommand, rootCommand, runCommand } from "./root.ts";

const load = () => Promise.resolve(() => Promise.resolve(0));
const leaf = (name: string, usage: string): CommandSpec => ({
  name,
  usage,
  summary: `${name} it`,
  flags: [{ name: "force", kind: "boolean", summary: "do it all the same" }],
  subcommands: [],
  load,
});
const config: CommandSpec = {
  name: "config",
  usage: "[command]",
  summary: "Settings",
  flags: [],
  subcommands: [leaf("set", "<key> <value> [--force]"), leaf("get", "<key>"), leaf("many", "<id>...")],
  load,
};
const sessions: CommandSpec = { ...config, name: "sessions", load: null };
const root = rootCommand([
  runCommand(load),
  chatCommand(load),
  demoCommand(load),
  config,
  sessions,
  doctorCommand(load),
]);

/** What was understood, without the tables. */
function read(...args: readonly string[]): unknown {
  const parsed = parse(root, args);
  if (parsed.kind === "problem") return parsed.message;
  if (parsed.kind === "version") return "version";
  const path = parsed.path.map((command) => command.name).join(" ");
  return parsed.kind === "help" ? `help of ${path}` : [path, parsed.flags, parsed.positionals];
}

const missing = (flag: string): string => `${flag} needs a value; one that starts with a dash is written ${flag}=VALUE`;

test("nothing at all means chat, and the flags of chat need no command", () => {
  expect(read()).toEqual(["hermes chat", {}, []]);
  expect(read("-c")).toEqual(["hermes chat", { continue: true }, []]);
  expect(read("-c", "my title")).toEqual(["hermes chat", { continue: "my title" }, []]);
  expect(read("-Qq", "why?")).toEqual(["hermes chat", { quiet: true, query: "why?" }, []]);
});

test("-z PROMPT is run PROMPT, wherever the other flags stand", () => {
  expect(read("-z", "hi")).toEqual(["hermes run", {}, ["hi"]]);
  expect(read("--output-format", "json", "-z", "hi", "-Q")).toEqual([
    "hermes run",
    { "output-format": "json", quiet: true },
    ["hi"],
  ]);
  expect(read("chat", "-z", "hi")).toBe("unknown flag -z. See hermes chat --help");
});

test("flags of every command stand before or after the subcommand", () => {
  expect(read("-p", "work", "config", "get", "model")).toEqual(["hermes config get", { profile: "work" }, ["model"]]);
  expect(read("config", "get", "model", "--profile=work")).toEqual([
    "hermes config get",
    { profile: "work" },
    ["model"],
  ]);
});

test("doctor has its three switches", () => {
  expect(read("doctor", "--fix", "--live", "--json")).toEqual([
    "hermes doctor",
    { fix: true, live: true, json: true },
    [],
  ]);
});

test("a value comes attached, behind an equals sign or as the next word", () => {
  const expected = ["hermes run", { model: "a=b" }, []];
  for (const form of [["-ma=b"], ["-m", "a=b"], ["-m=a=b"], ["--model=a=b"], ["--model", "a=b"]]) {
    expect(read("run", ...form)).toEqual(expected);
  }
});

test("a repeatable flag collects, a plain one keeps the last", () => {
  expect(read("run", "--allow", "ls *", "--allow=git *", "-m", "a", "-m", "b")).toEqual([
    "hermes run",
    { allow: ["ls *", "git *"], model: "b" },
    [],
  ]);
});

test("two dashes end the flags, and text that only begins like a flag is text", () => {
  expect(read("run", "-Q", "--", "--help")).toEqual(["hermes run", { quiet: true }, ["--help"]]);
  expect(read("run", "--help me with this")).toEqual(["hermes run", {}, ["--help me with this"]]);
  expect(read("run", "- a list")).toEqual(["hermes run", {}, ["- a list"]]);
  expect(read("run", "--query-file", "-")).toEqual(["hermes run", { "query-file": "-" }, []]);
});

test("an optional value takes the next word, but --continue leaves run its prompt", () => {
  expect(read("run", "-r", "abc123", "go on")).toEqual(["hermes run", { resume: "abc123" }, ["go on"]]);
  expect(read("run", "-r", "-Q")).toEqual(["hermes run", { resume: true, quiet: true }, []]);
  expect(read("run", "-c", "go on")).toEqual(["hermes run", { continue: true }, ["go on"]]);
  expect(read("run", "-c", "title", "go on")).toEqual(["hermes run", { continue: "title" }, ["go on"]]);
  expect(read("run", "go on", "-c", "title")).toEqual(["hermes run", { continue: "title" }, ["go on"]]);
  expect(read("-c", "run", "go on")).toEqual(["hermes run", { continue: true }, ["go on"]]);
});

test("an unknown command or flag names the nearest one and never the value", () => {
  expect(read("sesions")).toBe('unknown command "sesions", did you mean "sessions"? See hermes --help');
  expect(read("frobnicate")).toBe(
    'unknown command "frobnicate"; there are run, chat, demo, config, sessions, doctor. See hermes --help',
  );
  expect(read("config", "sett", "a", "b")).toBe('unknown command "sett", did you mean "set"? See hermes config --help');
  expect(read("chat", "--modle=sk-secret")).toBe("unknown flag --modle, did you mean --model? See hermes chat --help");
  expect(read("run", "-y")).toBe("unknown flag -y. See hermes run --help");
  expect(read("\u001b[31mred")).not.toContain("\u001b");
});

test("a flag of chat in front of a command that lacks it is unknown there", () => {
  expect(read("-m", "x", "config", "get", "model")).toBe("unknown flag --model. See hermes config get --help");
  expect(read("-q", "x", "run")).toBe("unknown flag --query. See hermes run --help");
});

test("a value that is missing, unwanted or of the wrong kind is refused", () => {
  expect(read("run", "--model")).toBe(missing("--model"));
  expect(read("run", "-m", "--quiet")).toBe(missing("-m"));
  expect(read("run", "--model=")).toBe(missing("--model"));
  expect(read("run", "--quiet=yes")).toBe("--quiet takes no value");
  expect(read("run", "--output-format", "xml")).toBe("--output-format must be one of: text, json, stream-json");
  for (const bad of ["0", "-1", "x", "1.5", "1e3", ""]) {
    expect(read("run", `--max-turns=${bad}`)).toMatch(/^--max-turns (must be a whole number above 0|needs a value)/);
  }
  expect(read("run", "--run-budget", "0.25")).toEqual(["hermes run", { "run-budget": "0.25" }, []]);
});

test("the words must be as many as the usage says", () => {
  expect(read("config", "set", "a")).toBe("missing argument. Usage: hermes config set <key> <value> [--force]");
  expect(read("run", "two", "words")).toBe(
    "too many arguments (put quotes around text with spaces). Usage: hermes run [PROMPT]",
  );
  expect(read("config", "many", "a", "b", "c")).toEqual(["hermes config many", {}, ["a", "b", "c"]]);
  expect(read("config")).toEqual(["hermes config", {}, []]);
  expect(read("sessions")).toBe("hermes sessions needs a command: set, get, many");
});

test("help works on every level, whatever else is missing; the version needs nothing", () => {
  expect(read("--help")).toBe("help of hermes");
  expect(read("config", "set", "--help")).toBe("help of hermes config set");
  expect(read("-h", "sessions")).toBe("help of hermes sessions");
  expect(read("help")).toBe("help of hermes");
  expect(read("help", "config", "set")).toBe("help of hermes config set");
  expect(read("sessions", "help")).toBe("help of hermes sessions");
  expect(read("run", "help")).toEqual(["hermes run", {}, ["help"]]);
  expect(read("--version")).toBe("version");
});

test("whatever is typed, the answer is a value and a problem is one line", () => {
  const word = fc.oneof(
    fc.constantFrom("run", "chat", "config", "set", "-c", "-r", "-Qv", "--", "-", "--model", "-z", "--help", "=", "-="),
    fc.string({ unit: "binary-ascii" }),
  );
  fc.assert(
    fc.property(fc.array(word, { maxLength: 8 }), (args) => {
      const parsed = parse(root, args);
      if (parsed.kind === "problem") expect(parsed.message).toMatch(/^[^\p{Cc}]+$/u);
      if (parsed.kind === "command") expect(parsed.path.at(-1)?.load).not.toBeNull();
    }),
  );
});

test("a prompt behind two dashes arrives untouched", () => {
  fc.assert(
    fc.property(fc.string({ unit: "binary-ascii" }), (prompt) => {
      expect(read("run", "--", prompt)).toEqual(["hermes run", {}, [prompt]]);
    }),
  );
});
