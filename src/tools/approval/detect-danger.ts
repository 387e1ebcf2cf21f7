import { foldersIn } from "../shell/folders.ts";
import { readings } from "../shell/normalise.ts";
import { programOf, type SimpleCommand } from "../shell/simple-command.ts";
import { readShell } from "../shell/simple-commands.ts";
import type { CommandFacts, DetectDanger, Finding } from "./finding.ts";
import { floorHit, tooLargeToRead } from "./hard-floor.ts";
import { rules } from "./rules/all-rules.ts";
import { changesOf } from "./rules/changes.ts";
import type { FetchedPlace } from "./fetched-memory.ts";
import { fetchedBy, fetchedPlaces, mayFetch } from "./rules/fetched.ts";
import { pathsOf } from "./rules/paths-of.ts";
import type { Call, RulePlace } from "./rules/rule.ts";

/** Every rule that a command line hits, in each way it may be read. */
export const detectDanger: DetectDanger = async (command, facts) => {
  if (tooLargeToRead(command)) return [unreadable("it is too long")];
  const found = new Map<string, Finding>();
  for (const text of readings(command)) {
    for (const finding of await findingsIn(text, facts)) {
      const key = JSON.stringify([finding.rule, finding.words]);
      if (!found.has(key)) found.set(key, finding);
    }
  }
  return [...found.values()];
};

/** What a command line will have brought in from the network when it has run. */
export async function fetchedIn(command: string, facts: CommandFacts): Promise<readonly FetchedPlace[]> {
  const isFresh = (facts.fetchedBefore ?? null) === null;
  if (tooLargeToRead(command) || (isFresh && !mayFetch(command))) return [];
  const places = await Promise.all(
    readings(command).map(async (text) => {
      const reading = await readShell(text);
      if (reading.kind === "unreadable") return [];
      const calls = reading.commands.map(callOf);
      return fetchedPlaces(calls, { ...facts, cwds: foldersIn(calls, facts.cwd, facts.paths.userHome) });
    }),
  );
  return places.flat();
}

async function findingsIn(text: string, facts: CommandFacts): Promise<readonly Finding[]> {
  try {
    const reading = await readShell(text);
    const floor = floorHit(text, reading, facts.cwd, facts.paths.userHome);
    const first = floor === null ? [] : [hardFloorFinding(floor.rule, floor.description)];
    if (reading.kind === "unreadable") return [unreadable(reading.why), ...first];
    const calls = reading.commands.map(callOf);
    const place = placeOf(calls, facts);
    const unread = reading.unread.slice(0, 1).map(({ why }) => unreadable(why));
    return [...first, ...unread, ...calls.flatMap((call) => findingsOf(call, place))];
  } catch (error) {
    return [unreadable(error instanceof Error ? error.message : String(error))]; // a rule that fails must not let it pass
  }
}

function findingsOf(call: Call, place: RulePlace): readonly Finding[] {
  return rules
    .filter(({ hits }) => hits(call, place))
    .map(({ id, family, description, ask, persistable }) => {
      return { rule: id, family, description, ask, persistable, words: call.words };
    });
}

function callOf(command: SimpleCommand): Call {
  const [name, ...args] = command.words;
  return { ...command, program: programOf(name), args };
}

/** What the text itself writes counts as written: `echo ls > a.sh && bash a.sh`. */
function placeOf(calls: readonly Call[], facts: CommandFacts): RulePlace {
  const where = { ...facts, cwds: foldersIn(calls, facts.cwd, facts.paths.userHome) };
  const written = new Set(
    calls.flatMap((call) =>
      changesOf(call).flatMap(({ path, how }) => (how === "overwritten" ? pathsOf(path, where) : [])),
    ),
  );
  const writesNow = (path: string): boolean => written.has(path);
  return {
    ...where,
    writesNow,
    fetched: fetchedBy(calls, where),
    wroteFile: (path) => writesNow(path) || facts.wroteFile(path),
  };
}

function unreadable(why: string): Finding {
  return {
    rule: "unreadable",
    family: "unreadable",
    description: `run something that could not be checked: ${why}`,
    ask: "always",
    persistable: false,
    words: [],
  };
}

function hardFloorFinding(rule: string, description: string): Finding {
  return {
    rule,
    family: "hard floor",
    description: `do what is never done here: ${description}`,
    ask: "always",
    persistable: false,
    words: [],
  };
}
