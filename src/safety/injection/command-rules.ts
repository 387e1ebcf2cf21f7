import { isCredentialsFile, isSecretFile, isSecretName } from "./secret-names.ts";

/** The ids of commands in a text that give secrets away, read them, or hide from the agent that it is one. */
export function commandsIn(text: string): ReadonlySet<string> {
  const found = new Set<string>();
  if (!sender.test(text) && !reader.test(text) && !unsetting.test(text)) return found;
  const joined = text.replaceAll(/[\\`][ \t]{0,20}\r?\n/g, " ").replaceAll(/\$\{?IFS\}?/g, " ");
  for (const line of joined.split(/[\r\n]/)) {
    if (line.length < shortestCommand) continue;
    if (sender.test(line)) for (const id of senders(line)) found.add(id);
    if (reader.test(line) && readsSecret(line)) found.add("read_secrets");
    if (unsetting.test(line) && unsetsAgent(line)) found.add("env_var_unset_agent");
  }
  return found;
}

const shortestCommand = 5;
const sender =
  /(?<![\w./-])(?:curl|wget|fetch|iwr|invoke-webrequest|irm|invoke-restmethod|nc|ncat|netcat|scp|rsync|s?ftp)(?:\.exe)?(?![\w-])/i;
const everySender = new RegExp(sender, "gi");
const reader = /(?<![\w-])(?:cat|bat|less|head|tail|more|type|xxd|base64|strings|get-content|gc)(?![\w-])/i;
const unsetting = /(?<![\w-])(?:unset|env|remove-item)(?![\w-])/i;

const variable =
  /\$\{?(?:env:)?([A-Za-z_]\w*)|%([A-Za-z_]\w*)%|\b(?:printenv|process\.env\.|getenv)[ (."']{0,4}([A-Za-z_]\w*)/g;

/** The first sender of each kind counts when something secret stands behind it on its line. */
function senders(line: string): readonly string[] {
  const secretAt = lastSecret(line);
  const ids: string[] = [];
  for (const { 0: name, index } of line.matchAll(everySender)) {
    if (index > secretAt || ids.length === 3) break;
    const id = senderId(name.toLowerCase());
    if (!ids.includes(id)) ids.push(id);
  }
  return ids;
}

function senderId(name: string): string {
  if (name.startsWith("curl")) return "exfil_curl";
  return name.startsWith("wget") ? "exfil_wget" : "exfil_other";
}

function lastSecret(line: string): number {
  let last = -1;
  for (const { 1: shell, 2: windows, 3: printed, index } of line.matchAll(variable)) {
    if (isSecretName(shell ?? windows ?? printed ?? "")) last = index;
  }
  return Math.max(last, lastInlinedFile(line));
}

const inlined =
  /(?:@|<|\$\(\s{0,5}(?:cat|base64|type|less|head|tail|xxd)\s|`\s{0,5}(?:cat|base64|type|less|head|tail|xxd)\s|(?:-T|--upload-file|--post-file)[= ])/g;

/** `@file`, `< file`, `$(cat file)`: each looks at the few words behind it. */
function lastInlinedFile(line: string): number {
  let last = -1;
  for (const { 0: opening, index } of line.matchAll(inlined)) {
    const start = index + opening.length;
    const words = line.slice(start, start + 200).split(/[\s"'`);|&]+/, 4);
    if (words.some((word) => isSecretFile(word) || isCredentialsFile(word))) last = index;
  }
  return last;
}

const pureReaders = new Set(["cat", "bat", "xxd", "base64", "get-content", "gc"]);
const otherReaders = new Set(["less", "head", "tail", "more", "type", "strings"]); // are words of English too
const commandWord = /[^\s"'`()<>|;&]+|[|;&>]/g;
const mostArguments = 6;

/** Walks over the words once: behind a reading command the next few arguments are looked at. */
function readsSecret(line: string): boolean {
  let left = 0;
  let pure = false;
  let before = "";
  for (const [word] of line.matchAll(commandWord)) {
    const name = word.toLowerCase().replace(/^.{0,40}\//, "");
    const isReader = pureReaders.has(name) || otherReaders.has(name);
    if (isReader) pure = pureReaders.has(name);
    if (isReader) left = mostArguments;
    else if (/^[|;&]$/.test(word)) left = 0;
    else if (left > 0 && isArgument(word, before)) {
      if (isSecretFile(word) || (pure && isCredentialsFile(word))) return true;
      left -= 1;
    }
    before = word;
  }
  return false;
}

/** What is written into is not read. */
function isArgument(word: string, before: string): boolean {
  return before !== ">" && word !== ">" && !word.startsWith("-");
}

const unsetNames =
  /(?<![\w-])(?:unset(?:\s+-\w{1,3})?|env\s+(?:-u|--unset=?)|remove-item\s+env:)\s*((?:[A-Za-z_]\w{0,100}[ \t]{0,4}){1,20})/gi;
const agentName = /CLAUDE|CODEX|HERMES|OPENAI|ANTHROPIC|AGENT/;
const keyAgent = /^(?:SSH|GPG)_AGENT/;

function unsetsAgent(line: string): boolean {
  for (const { 1: names = "" } of line.matchAll(unsetNames)) {
    const known = names.split(/\s+/).filter((name) => agentName.test(name) && !keyAgent.test(name));
    if (known.length > 0) return true;
  }
  return false;
}
