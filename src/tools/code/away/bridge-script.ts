/**
 * Runs beside a program where we cannot share a folder with it, for as long as the program does. It makes the folder,
 * lays into it what we send, one line each on its input, and prints what the program asks. The files are the mailbox
 * between it and the program; a named pipe is the bell, so that nobody has to look again and again, and a call costs no
 * connection and hardly a process. For any POSIX shell with the usual small programs, since which interpreter there is
 * is only found out by it.
 *
 * The end of its input is the end of everything: of the program's group if it still runs, then of the folder. So it
 * comes to the same whether we say so, die, or are cut off. Where a connection ends without a word, we have not been
 * heard of for $2 seconds; a second process watches over that, and takes over should the first be killed. A program that
 * is asked to end has $3 tenths of a second for it. What it prints last stands on a line of its own: the other may have
 * been stopped in the middle of one. A group's number has to stand behind `--`, except for busybox, which
 * takes that for a process.
 */
export const bridgeScript = `umask 077
trap '' PIPE
patience=$2 naps=$3
here=$PWD
box=\${TMPDIR:-/tmp}/hermes-code-$1
mkdir "$box" && mkfifo "$box/bell" || exit 1
box=$(cd -P "$box" && pwd -P)

relay() {
  while read -r n; do
    case $n in
      exit) printf 'exit %s\\n' "$(cat "$box/exit")" ;;
      '' | *[!0-9-]*) continue ;;
    esac
    [ -f "$box/request-$n" ] && cat "$box/request-$n" && echo && rm -f "$box/request-$n"
  done <> "$box/bell"
}
watch() {
  trap 'kill "$nap"; exit' TERM
  while :; do
    sleep "$patience" &
    nap=$!
    wait "$nap"
    if rm "$box/beat" && kill -s 0 "$1"; then continue; fi
    kill -s TERM "$1" || finish
  done
}
dash=--
kill -s 0 -- $$ 2>/dev/null || dash=
to_group() { kill -s "$1" $dash "-$group" 2>/dev/null; }
runs() { [ -n "$group" ] && to_group 0; }
finish() {
  trap '' TERM HUP INT
  : > "$box/closed"
  kill $watching "$relaying"
  group=$(cat "$box/group" 2>/dev/null)
  n=0
  if runs; then to_group TERM; fi
  while runs && [ $n -lt "$naps" ]; do
    sleep 0.1 || sleep 1
    n=$((n + 1))
  done
  if runs; then to_group KILL; fi
  wait
  rm -rf "$box" && printf '\\nbye\\n'
  exit 0
}

python() {
  [ -n "$1" ] && command "$1" -I -S -c 'import sys; sys.exit(0 if sys.version_info >= (3, 8) else 3)' < /dev/null > /dev/null 2>&1 || return 1
  printf 'found python %s\\n' "$1"
}
javascript() {
  command node -e 'process.exit(require("node:module").register ? 0 : 3)' < /dev/null > /dev/null 2>&1 || return 1
  echo 'found javascript node'
}
of_project() {
  python "\${VIRTUAL_ENV:+$VIRTUAL_ENV/bin/python}" && return 0
  root=$here
  while [ -n "$root" ] && [ ! -e "$root/.git" ]; do root=\${root%/*}; done
  for folder in "$here" "$root"; do
    for name in .venv venv; do
      [ -n "$folder" ] && [ -x "$folder/$name/bin/python" ] && python "$folder/$name/bin/python" && return 0
    done
  done
  return 1
}
find_one() {
  if [ "$1" != javascript ]; then
    if [ "$2" = project ] && of_project; then return 0; fi
    if python python3 || python python; then return 0; fi
  fi
  if [ "$1" != python ] && javascript; then return 0; fi
  echo none
}
put() {
  printf '%b' "\${1#* }" > "$box/.part" && mv -f "$box/.part" "$box/\${1%% *}"
}

watching=
relay 2> /dev/null &
relaying=$!
watch $$ > /dev/null 2>&1 < /dev/null &
watching=$!
trap finish TERM HUP INT
while IFS= read -r line; do
  : > "$box/beat"
  rest=\${line#* }
  case $line in
    'find '*) find_one $rest ;;
    'put '*) put "$rest" ;;
    where) printf 'where %s\\n' "$box" ;;
  esac
done
finish
`;

/** A text as one line of printable characters, for `printf %b`. */
export function asLine(text: string): string {
  return Buffer.from(text, "utf8")
    .toString("latin1")
    .replaceAll(/[^ -[\]-~]/g, (char) => `\\0${char.charCodeAt(0).toString(8).padStart(3, "0")}`);
}
