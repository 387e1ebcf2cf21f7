/** The headings of a summary, in the order in which they stand. */
export const headings = [
  "Active Task",
  "Goal",
  "Constraints & Preferences",
  "Completed Actions",
  "Progress",
  "Key Decisions",
  "Relevant Files",
  "Next Steps",
  "Critical Context",
] as const;

export type Heading = (typeof headings)[number];
export type Sections = Readonly<Record<Heading, string>>;

const appended = ["User Messages", "Anchors", "Recovery"];
const empty = "None.";
const emptyProgress = "### Done\nNone.\n\n### In Progress\nNone.\n\n### Blocked\nNone.";

/** What a model wrote, cut at the headings it was given. Its other headings are part of the text they stand in. */
export function readSections(text: string): ReadonlyMap<Heading, string> {
  const found = new Map<Heading, string>();
  let current: Heading | null = null;
  let lines: string[] = [];
  const close = (): void => {
    if (current !== null && !found.has(current)) found.set(current, lines.join("\n").trim());
    lines = [];
  };
  for (const line of text.split("\n")) {
    const heading = headingIn(line);
    if (heading === undefined) {
      lines.push(line);
      continue;
    }
    close();
    current = heading;
  }
  close();
  return found;
}

/** A heading of ours; null for one that only the program writes; undefined for any other line. */
function headingIn(line: string): Heading | null | undefined {
  const title = /^\s{0,3}#{1,3}\s+(.+?)[\s:#]*$/.exec(line)?.[1]?.replaceAll("*", "").toLowerCase();
  if (title === undefined) return undefined;
  if (appended.some((name) => name.toLowerCase() === title)) return null;
  return headings.find((heading) => heading.toLowerCase() === title);
}

/** All sections, those that are missing or blank with a word that says so. */
export function allSections(found: ReadonlyMap<Heading, string>, activeTask: string): Sections {
  const of = (heading: Heading): string => {
    const text = found.get(heading) ?? "";
    return text === "" ? (heading === "Progress" ? emptyProgress : empty) : text;
  };
  return {
    "Active Task": activeTask,
    Goal: of("Goal"),
    "Constraints & Preferences": of("Constraints & Preferences"),
    "Completed Actions": of("Completed Actions"),
    Progress: of("Progress"),
    "Key Decisions": of("Key Decisions"),
    "Relevant Files": of("Relevant Files"),
    "Next Steps": of("Next Steps"),
    "Critical Context": of("Critical Context"),
  };
}

export function bodyOf(sections: Sections): string {
  return headings.map((heading) => `## ${heading}\n${sections[heading]}`).join("\n\n");
}

/** The sections a model writes: the task is never left to it. */
export function bodyForModel(body: string): string {
  const found = readSections(body);
  return headings
    .filter((heading) => heading !== "Active Task" && found.has(heading))
    .map((heading) => `## ${heading}\n${found.get(heading) ?? ""}`)
    .join("\n\n");
}

/** The number the next completed action gets. */
export function nextActionNumber(body: string): number {
  const actions = readSections(body).get("Completed Actions") ?? "";
  const numbers = Array.from(actions.matchAll(/^\s{0,3}(\d{1,6})\./gm), ([, digits]) => Number(digits));
  return Math.max(0, ...numbers) + 1;
}

/** Several summaries as one, section by section, the oldest first. */
export function joinBodies(bodies: readonly string[]): string {
  const [only, ...more] = bodies;
  if (only !== undefined && more.length === 0) return only;
  const all = bodies.map(readSections);
  return headings
    .map((heading) => {
      const texts = all.map((sections) => sections.get(heading) ?? "").filter((text) => text !== "" && text !== empty);
      return `## ${heading}\n${texts.length === 0 ? empty : texts.join("\n")}`;
    })
    .join("\n\n");
}
