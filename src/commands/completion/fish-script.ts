import type { FlagSpec } from "../command.ts";
import { type CompletionNode, spellings, takesWord, valueKind } from "./completion-nodes.ts";

export function fishScript(nodes: readonly CompletionNode[]): string {
  return `# hermes completion for fish. Load it with: hermes completion fish | source
function __hermes_commands
  switch "$argv[1]"
${nodes
  .filter(({ commands }) => commands.length > 0)
  .map(commandCase)
  .join("\n")}
  end
end

function __hermes_takers
  switch "$argv[1]"
${nodes.map(takerCase).join("\n")}
  end
end

function __hermes_path
  set -l path hermes
  set -l skip 0
  for word in (commandline -opc)[2..-1]
    if test $skip -eq 1
      set skip 0
    else if contains -- $word (__hermes_commands "$path")
      set path "$path $word"
    else if contains -- $word (__hermes_takers "$path")
      set skip 1
    end
  end
  echo $path
end

function __hermes_at
  test (__hermes_path) = "$argv[1]"
end

complete -c hermes -f
${nodes.flatMap(rules).join("\n")}
`;
}

function commandCase({ path, commands }: CompletionNode): string {
  return `    case ${quoted(path)}\n      printf '%s\\n' ${commands.map(({ name }) => name).join(" ")}`;
}

function takerCase({ path, flags }: CompletionNode): string {
  return `    case ${quoted(path)}\n      printf '%s\\n' ${flags.filter(takesWord).flatMap(spellings).join(" ")}`;
}

function rules({ path, commands, flags, words }: CompletionNode): readonly string[] {
  const here = `complete -c hermes -n ${quoted(`__hermes_at ${quoted(path)}`)}`;
  return [
    ...commands.map(({ name, summary }) => `${here} -a ${name} -d ${quoted(summary)}`),
    ...(words.length === 0 ? [] : [`${here} -a ${quoted(words.join(" "))}`]),
    ...flags.map((flag) => `${here} ${flagRule(flag)}`),
  ];
}

function flagRule(flag: FlagSpec): string {
  const short = flag.short === undefined ? [] : [`-s ${flag.short}`];
  return [...short, `-l ${flag.name}`, ...valueRule(flag), `-d ${quoted(flag.summary)}`].join(" ");
}

function valueRule(flag: FlagSpec): readonly string[] {
  if (!takesWord(flag)) return [];
  switch (valueKind(flag)) {
    case "choices":
      return [`-x -a ${quoted((flag.choices ?? []).join(" "))}`];
    case "file":
      return ["-r -F"];
    case "folder":
      return [`-x -a ${quoted("(__fish_complete_directories)")}`];
    case "free":
      return ["-x"];
  }
}

/** fish knows two escapes inside single quotes. */
function quoted(text: string): string {
  return `'${text.replaceAll("\\", "\\\\").replaceAll("'", "\\'")}'`;
}
