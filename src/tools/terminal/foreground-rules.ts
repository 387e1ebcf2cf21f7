import type { SyntaxNode } from "unbash";
import { argumentsOf, commandsOf, textOfWord } from "../shell/parse-shell.ts";

const detachers = new Set(["nohup", "setsid", "disown"]);

/** Programs that do not end by themselves: name, and the words that must follow somewhere. */
const servers: readonly (readonly string[])[] = [
  ["npm", "run", "dev"],
  ["npm", "run", "start"],
  ["npm", "run", "serve"],
  ["npm", "run", "watch"],
  ["npm", "start"],
  ["pnpm", "dev"],
  ["pnpm", "start"],
  ["yarn", "dev"],
  ["yarn", "start"],
  ["bun", "dev"],
  ["pnpm", "run", "dev"],
  ["yarn", "run", "dev"],
  ["bun", "run", "dev"],
  ["next", "dev"],
  ["next", "start"],
  ["nuxt", "dev"],
  ["astro", "dev"],
  ["ng", "serve"],
  ["gatsby", "develop"],
  ["webpack", "serve"],
  ["webpack-dev-server"],
  ["uvicorn"],
  ["gunicorn"],
  ["hypercorn"],
  ["flask", "run"],
  ["-m", "http.server"],
  ["manage.py", "runserver"],
  ["rails", "server"],
  ["rails", "s"],
  ["jekyll", "serve"],
  ["docker", "compose", "up"],
  ["docker-compose", "up"],
  ["http-server"],
  ["live-server"],
  ["serve"],
  ["nodemon"],
  ["ts-node-dev"],
  ["php", "-S"],
  ["tsc", "--watch"],
  ["tsc", "-w"],
  ["vitest", "--watch"],
  ["jest", "--watch"],
  ["tail", "-f"],
  ["tail", "-F"],
  ["watch"],
];
const viteEnds = new Set(["build", "optimize", "preview"]);
const bounded = new Set(["timeout", "gtimeout"]);
const questions = new Set(["--help", "--version"]);
const shortQuestions = new Set(["-h", "-v", "-V"]); // with a word behind them they mean a host or a volume
const containers = /(?:^|\/)(?:docker|podman)(?:-compose)?$/;

/** Why a command would not come back in the foreground, or null. Quoted text is data and not looked at. */
export function foregroundProblem(nodes: readonly SyntaxNode[]): string | null {
  if (nodes.some((node) => (node.type === "Statement" && node.background === true) || node.type === "Coproc")) {
    return "`&` starts a background process";
  }
  for (const command of commandsOf(nodes)) {
    const words = [textOfWord(command.name), ...argumentsOf(command).map(textOfWord)];
    const problem = wordsProblem(words);
    if (problem !== null) return problem;
  }
  return null;
}

function wordsProblem(words: readonly string[]): string | null {
  const [name = ""] = words;
  if (bounded.has(name) || asksOnly(words) || detachesContainer(words)) return null;
  if (detachers.has(name)) return `\`${name}\` detaches a process`;
  const server = servers.find((pattern) => startsLike(words, pattern));
  if (server !== undefined) return `\`${server.join(" ")}\` does not end by itself`;
  const [first, second = ""] = ["npx", "bunx", "yarn", "pnpm"].includes(name) ? words.slice(1) : words;
  return first === "vite" && !viteEnds.has(second) ? "`vite` does not end by itself" : null;
}

function asksOnly(words: readonly string[]): boolean {
  return words.some((word) => questions.has(word)) || shortQuestions.has(words.at(-1) ?? "");
}

function detachesContainer(words: readonly string[]): boolean {
  return words.some((word) => containers.test(word)) && words.some((word) => word === "-d" || word === "--detach");
}

/** The pattern's words in order, the first of them as the command or what it runs. */
function startsLike(words: readonly string[], pattern: readonly string[]): boolean {
  const [first = ""] = pattern;
  const runners = ["npx", "sudo", "env", "python", "python3", "node", "bunx", "exec"];
  const start = words[0] === first ? 0 : runners.includes(words[0] ?? "") ? words.indexOf(first) : -1;
  return start !== -1 && goesOnLike(words.slice(start), pattern);
}

/** Options of its own may stand between, each with a value: `docker compose -f a.yml up`. */
function goesOnLike(words: readonly string[], pattern: readonly string[]): boolean {
  let wanted = 0;
  for (const [index, word] of words.entries()) {
    if (word === pattern[wanted]) wanted += 1;
    else if (!word.startsWith("-") && words[index - 1]?.startsWith("-") !== true) return false;
    if (wanted === pattern.length) return true;
  }
  return false;
}
