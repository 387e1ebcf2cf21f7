import type { FlagSpec } from "../command.ts";
import { type CompletionNode, spellings, takesWord, valueKind } from "./completion-nodes.ts";

/** For bash 3.2 and newer: no associative arrays, and nothing of the bash-completion package. */
export function bashScript(nodes: readonly CompletionNode[]): string {
  return `# hermes completion for bash. Load it with: source <(hermes completion bash)
_hermes_at() {
  commands="" flags="" takers="" words=""
  case "$1" in
${nodes.map(nodeCase).join("\n")}
  esac
}

_hermes_value() {
  case "$1 $2" in
${valueCases(nodes).join("\n")}
    *) return 1 ;;
  esac
}

_hermes() {
  local IFS=$' \\t\\n' commands flags takers words
  local current="\${COMP_WORDS[COMP_CWORD]}" before="\${COMP_WORDS[COMP_CWORD-1]}" path="hermes" position=1 word found
  if [[ $current == "=" ]]; then current=""; elif [[ $before == "=" ]]; then before="\${COMP_WORDS[COMP_CWORD-2]}"; fi
  _hermes_at "$path"
  while ((position < COMP_CWORD)); do
    word="\${COMP_WORDS[position]}"
    if [[ $word != -* && " $commands " == *" $word "* ]]; then
      path="$path $word"
      _hermes_at "$path"
    elif [[ " $takers " == *" $word "* ]]; then
      position=$((position + 1))
      if [[ \${COMP_WORDS[position]} == "=" ]]; then position=$((position + 1)); fi
    fi
    position=$((position + 1))
  done
  COMPREPLY=()
  if _hermes_value "$path" "$before"; then return 0; fi
  if [[ " $takers " == *" $before "* ]]; then return 0; fi
  if [[ $current == -* ]]; then found="$flags"; else found="$commands $words"; fi
  COMPREPLY=($(compgen -W "$found" -- "$current"))
}

complete -F _hermes hermes
`;
}

function nodeCase({ path, commands, flags, words }: CompletionNode): string {
  const lists = {
    commands: commands.map(({ name }) => name),
    flags: flags.flatMap(spellings),
    takers: flags.filter(takesWord).flatMap(spellings),
    words,
  };
  const set = Object.entries(lists).filter(([, list]) => list.length > 0);
  return `    "${path}") ${set.map(([name, list]) => `${name}="${list.join(" ")}"`).join("; ")} ;;`;
}

function valueCases(nodes: readonly CompletionNode[]): readonly string[] {
  return nodes.flatMap(({ path, flags }) =>
    flags.flatMap((flag) => {
      const action = actionOf(flag);
      if (action === null) return [];
      return [
        `    ${spellings(flag)
          .map((each) => `"${path} ${each}"`)
          .join("|")}) ${action} ;;`,
      ];
    }),
  );
}

/** `current` is the caller's: functions of bash see the variables of who calls them. */
function actionOf(flag: FlagSpec): string | null {
  switch (valueKind(flag)) {
    case "choices":
      return `COMPREPLY=($(compgen -W "${(flag.choices ?? []).join(" ")}" -- "$current"))`;
    case "file":
      return `IFS=$'\\n' COMPREPLY=($(compgen -f -- "$current"))`;
    case "folder":
      return `IFS=$'\\n' COMPREPLY=($(compgen -d -- "$current"))`;
    case "free":
      return null;
  }
}
