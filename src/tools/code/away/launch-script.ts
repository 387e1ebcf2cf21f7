import { seenNames } from "../code-environment.ts";

const { plain, families, secretWords, ofProjects } = seenNames;
const anyOf = (words: readonly string[], before: string, after: string): string =>
  words.map((word) => `${before}${word}${after}`).join(" | ");

/**
 * Starts a program in the folder $1, as \`strict\` or \`project\` ($2), with the variables named in $3 beside those every
 * program sees; the rest are the program's words. The environment is chosen there, since only there is it known.
 * Its group is written down for the bridge, which ends it when we are gone; a bridge that has ended starts nothing.
 * What it is asked to do by a signal is its own affair: the shell around it stays until it has ended, and keeps its
 * own remarks about that to itself.
 * Its exit code is written down too: the way its output comes stays open for as long as something that it started holds it.
 */
export const launchScript = `box=$1 mode=$2 passed=" $3 "
shift 3
{ ps -o pgid= -p $$ 2> /dev/null || cut -d' ' -f5 /proc/$$/stat; } | tr -d ' ' > "$box/group" || exit 1
[ ! -e "$box/closed" ] || exit 1
modules=$box
if [ "$mode" = project ]; then modules=$box:$PWD\${PYTHONPATH:+:$PYTHONPATH}; fi
seen() {
  case $1 in PYTHONPATH | PYTHONIOENCODING) return 1 ;; esac
  if [ "$mode" = strict ]; then case $1 in ${anyOf(ofProjects, "", "*")}) return 1 ;; esac; fi
  case $passed in *" $1 "*) return 0 ;; esac
  case $1 in ${anyOf(secretWords, "*", "*")}) return 1 ;; esac
  case $1 in ${anyOf(plain, "", "")} | ${anyOf(families, "", "*")}) return 0 ;; esac
  return 1
}
set -- sh -c 'exec 2>&4 4>&-; exec "$@"' sh "$@"
for name in $(env | sed -n 's/^\\([A-Za-z_][A-Za-z0-9_]*\\)=.*/\\1/p'); do
  seen "$name" || continue
  eval "value=\\\${$name-}"
  set -- "$name=$value" "$@"
done
trap : TERM INT
exec 4>&2 2> /dev/null
env -i "PYTHONPATH=$modules" PYTHONIOENCODING=utf-8 "$@"
code=$?
echo "$code" > "$box/exit" && echo exit 1<> "$box/bell"
exit $code
`;
