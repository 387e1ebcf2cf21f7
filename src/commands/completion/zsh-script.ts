import type { FlagSpec } from "../command.ts";
import { type CompletionNode, spellings, takesWord, valueKind } from "./completion-nodes.ts";

export function zshScript(nodes: readonly CompletionNode[]): string {
  return `#compdef hermes
# hermes completion for zsh. Load it with: source <(hermes completion zsh)
_hermes_at() {
  subs=() opts=() takers=() choices=()
  case "$1" in
${nodes.map(nodeCase).join("\n")}
  esac
}

_hermes_value() {
  case "$1 $2" in
${valueCases(nodes).join("\n")}
    (*) return 1 ;;
  esac
}

_hermes() {
  local -a subs opts takers choices
  local at="hermes" word
  local -i position=2
  _hermes_at "$at"
  while (( position < CURRENT )); do
    word="\${words[position]}"
    if [[ "$word" != -* && -n "\${subs[(r)\${word}:*]}" ]]; then
      at="$at $word"
      _hermes_at "$at"
    elif (( \${takers[(Ie)$word]} )); then
      position+=1
    fi
    position+=1
  done
  _hermes_value "$at" "\${words[CURRENT-1]}" && return
  (( \${takers[(Ie)\${words[CURRENT-1]}]} )) && return
  if [[ "\${words[CURRENT]}" == -* ]]; then
    _describe -o flag opts
  else
    (( \${#subs} )) && _describe command subs
    (( \${#choices} )) && compadd -- $choices
  fi
}

if [[ "\${funcstack[1]}" == _hermes ]]; then _hermes "$@"; else compdef _hermes hermes; fi
`;
}

function nodeCase({ path, commands, flags, words }: CompletionNode): string {
  const lists = {
    subs: commands.map(({ name, summary }) => described(name, summary)),
    opts: flags.flatMap((flag) => spellings(flag).map((each) => described(each, flag.summary))),
    takers: flags.filter(takesWord).flatMap(spellings),
    choices: words,
  };
  const set = Object.entries(lists).filter(([, list]) => list.length > 0);
  return `    ("${path}")\n${set.map(([name, list]) => `      ${name}=(${list.join(" ")})\n`).join("")}      ;;`;
}

function valueCases(nodes: readonly CompletionNode[]): readonly string[] {
  return nodes.flatMap(({ path, flags }) =>
    flags.flatMap((flag) => {
      const action = actionOf(flag);
      if (action === null) return [];
      return [
        `    (${spellings(flag)
          .map((each) => `"${path} ${each}"`)
          .join("|")}) ${action} ;;`,
      ];
    }),
  );
}

function actionOf(flag: FlagSpec): string | null {
  switch (valueKind(flag)) {
    case "choices":
      return `compadd -- ${(flag.choices ?? []).join(" ")}`;
    case "file":
      return "_files";
    case "folder":
      return "_files -/";
    case "free":
      return null;
  }
}

/** One word of the shell, whatever the text holds. */
function quoted(text: string): string {
  return `'${text.replaceAll("'", `'\\''`)}'`;
}

function described(name: string, summary: string): string {
  return quoted(`${name}:${summary}`);
}
