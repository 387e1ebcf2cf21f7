/** `@tags :nick!user@host COMMAND param param :the rest` */
export type IrcLine = {
  readonly tags: ReadonlyMap<string, string>;
  /** Who it comes from, whole, and the nick in it; both empty where nobody is named. */
  readonly source: string;
  readonly nick: string;
  readonly command: string;
  readonly params: readonly string[];
};

const form = /^(?:@(?<tags>\S+) +)?(?::(?<source>\S+) +)?(?<command>[A-Za-z]+|\d{3})(?<rest>(?: .*)?)$/s;

/** Null: this is no line of IRC. */
export function parseLine(text: string): IrcLine | null {
  const parts = form.exec(text)?.groups;
  if (parts === undefined) return null;
  const { tags = "", source = "", command = "", rest = "" } = parts;
  return {
    tags: tagsIn(tags),
    source,
    nick: source.split(/[!@]/)[0] ?? "",
    command: command.toUpperCase(),
    params: paramsIn(rest),
  };
}

function paramsIn(rest: string): readonly string[] {
  const trailing = rest.indexOf(" :");
  const middle = trailing === -1 ? rest : rest.slice(0, trailing);
  const words = middle.split(" ").filter((word) => word !== "");
  return trailing === -1 ? words : [...words, rest.slice(trailing + 2)];
}

function tagsIn(tags: string): ReadonlyMap<string, string> {
  const pairs = tags.split(";").map((tag): readonly [string, string] => {
    const [name = "", ...value] = tag.split("=");
    return [name, value.join("=")];
  });
  return new Map(pairs);
}

/** A line of ours. What could end it early is taken out of every part: nobody writes a second line into it. */
export function lineOf(command: string, ...params: readonly string[]): string {
  const clean = params.map((param) => param.replaceAll(/[\r\n\0]/g, " "));
  const last = clean.pop();
  return [command, ...clean, ...(last === undefined ? [] : [`:${last}`])].join(" ");
}
