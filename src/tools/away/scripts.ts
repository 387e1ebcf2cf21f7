/**
 * What runs where the files are, for any POSIX shell with the usual small programs; busybox has all of them.
 * Names are arguments and never part of a script. `x` behind a substitution keeps the line ends a name may end with.
 */
const facts = `
stamp_of() {
  s=$(stat -L -c '%i:%s:%y' -- "$1" 2>/dev/null || stat -L -f '%i:%z:%Fm' "$1" 2>/dev/null || listed "$1")
  n=$(size_of "$1")
  if [ "$n" -le 16777216 ]; then s="$s:$(cksum < "$1" 2>/dev/null)"; fi
  printf '%s' "$s" | tr '\\n' ' '
}
listed() { ls -lindL -- "$1" | { read -r inode _ _ _ _ bytes month day time _ && echo "$inode:$bytes:$month$day$time"; }; }
size_of() { stat -L -c %s -- "$1" 2>/dev/null || stat -L -f %z "$1" 2>/dev/null || wc -c < "$1" | tr -d ' '; }
mode_of() { stat -L -c %a -- "$1" 2>/dev/null || stat -L -f %Lp "$1" 2>/dev/null || :; }
real_of() {
  p=$1 rest= links=0
  while :; do
    if [ -L "$p" ]; then
      links=$((links + 1))
      [ $links -le 40 ] || return 1
      l=$(readlink "$p" && echo x) || return 1
      l=\${l%?x}
      case $l in /*) p=$l ;; *) p=\${p%/*}/$l ;; esac
    elif [ -d "$p" ]; then
      d=$(cd -P "$p" 2>/dev/null && pwd -P && echo x) || d=$p'
x'
      d=\${d%?x}
      real=\${d%/}$rest
      [ -n "$real" ] || real=/
      return 0
    else
      rest=/\${p##*/}$rest
      p=\${p%/*}
      [ -n "$p" ] || p=/
    fi
  done
}
`;

/** Kind, mode, size, stamp and real path of $1, and its first $2 bytes. */
export const lookScript = `${facts}
say() { printf '%s\\0%s\\0%s\\0%s\\0%s\\0' "$1" "$2" "$3" "$4" "$real"; }
real_of "$1" || { real=$1; say loop '' '' ''; exit 0; }
f=$real
if [ -f "$f" ]; then
  if [ -r "$f" ]; then
    say file "$(mode_of "$f")" "$(size_of "$f")" "$(stamp_of "$f")"
    head -c "$2" < "$f"
  else say unreadable '' '' ''; fi
elif [ -d "$f" ]; then say folder '' '' ''
elif [ -p "$f" ]; then say pipe '' '' ''
elif [ -S "$f" ]; then say socket '' '' ''
elif [ -e "$f" ]; then say device '' '' ''
else say missing '' '' ''; fi
`;

/** At most $2 bytes of $1. */
export const readScript = `[ -f "$1" ] && head -c "$2" < "$1"`;

/** How many lines of $1 end, and how many do not; then $3 of them from line $2 on, at most $4 bytes. */
export const linesScript = `[ -f "$1" ] || exit 4
printf '%s\\0%s\\0' "$(wc -l < "$1" | tr -d ' ')" "$(tail -c 1 < "$1" | tr -d '\\n' | wc -c | tr -d ' ')"
tail -n "+$2" < "$1" | head -n "$3" | head -c "$4"
exit 0
`;

/** The names in $1. */
export const namesScript = `cd -P "$1" 2>/dev/null || exit 4
ls >/dev/null 2>&1 || exit 4
n=0
for f in * .[!.]* ..?*; do
  if [ -e "$f" ] || [ -L "$f" ]; then printf '%s\\0' "$f"; n=$((n + 1)); fi
  [ $n -lt 5000 ] || break
done
exit 0
`;

/**
 * $1 is a name nobody can guess, $2 how many bytes arrive; then seven words for each change: write or remove, the path,
 * where it led, the stamp it had, the mode it gets, and where its text lies in the input. Drafts are laid beside the
 * files first; only when all of them are whole is the first file replaced, and what it was is kept until the last one is.
 */
export const changeScript = `${facts}
trap '' HUP PIPE TERM INT
key=$1 total=$2
shift 2
box=\${TMPDIR:-/tmp}/hermes-$key
no() { printf 'no\\0%s\\0%s\\0%s\\0' "$1" "$2" "$lost"; }
lost= i=0
(umask 077 && mkdir "$box") || { no 0 ''; exit 0; }
cat > "$box/in" || { rm -rf "$box"; no 0 ''; exit 0; }
[ "$(wc -c < "$box/in")" -eq "$total" ] || { rm -rf "$box"; no 0 short; exit 0; }
each() {
  work=$1
  shift
  i=0
  while [ $# -ge 7 ]; do
    i=$((i + 1))
    act=$1 path=$2 led=$3 stamp=$4 mode=$5 from=$6 size=$7
    shift 7
    folder=\${led%/*}
    [ -n "$folder" ] || folder=/
    name=\${led##*/}
    draft=.hermes-$key.$i.new kept=.hermes-$key.$i.old
    $work || return 1
  done
}
enter() {
  cd -P "$folder" || return 1
  here=$(pwd -P && echo x)
  [ "\${here%?x}" = "$folder" ] || { why=moved; return 1; }
}
as_read() {
  if [ -L "./$name" ]; then now=link
  elif [ -f "./$name" ]; then now=$(stamp_of "./$name")
  elif [ -e "./$name" ]; then now=other
  else now=; fi
  [ "$now" = "$stamp" ] || { why=changed; return 1; }
}
prepare() {
  real_of "$path" && [ "$real" = "$led" ] || { why=moved; return 1; }
  base=$folder
  while [ ! -d "$base" ]; do base=\${base%/*}; [ -n "$base" ] || base=/; done
  printf '%s' "$base" > "$box/base.$i"
  mkdir -p "$folder" || return 1
  enter && as_read || return 1
  [ "$act" = write ] || return 0
  if [ -n "$stamp" ]; then cp -p "./$name" "./$draft" || return 1; fi
  tail -c "+$((from + 1))" < "$box/in" | head -c "$size" > "./$draft" || return 1
  [ "$(wc -c < "./$draft")" -eq "$size" ] || { why=full; return 1; }
  if [ -z "$stamp" ] && [ -n "$mode" ]; then chmod "$mode" "./$draft"; fi
}
replace() {
  enter && as_read || return 1
  if [ -n "$stamp" ]; then ln "./$name" "./$kept" 2>/dev/null || cp -p "./$name" "./$kept" || return 1; fi
  if [ "$act" = write ]; then mv -f "./$draft" "./$name" || return 1; else rm -f "./$name" || return 1; fi
  : > "$box/done.$i"
}
restore() {
  if [ -e "$box/done.$i" ]; then
    if [ -n "$stamp" ]; then (enter && mv -f "./$kept" "./$name") || lost="$lost $i"
    else (enter && rm -f "./$name") || lost="$lost $i"; fi
  fi
  tidy
}
unmake() {
  [ -e "$box/base.$i" ] || return 0
  base=$(cat "$box/base.$i" && echo x)
  base=\${base%x}
  f=$folder
  while [ "$f" != "$base" ] && [ -n "$f" ]; do
    rmdir "$f" 2>/dev/null
    f=\${f%/*}
  done
  return 0
}
tidy() { (enter && rm -f "./$draft" "./$kept") 2>/dev/null; return 0; }
told() {
  enter || return 0
  if [ -f "./$name" ]; then printf '%s\\0' "$(stamp_of "./$name")"; else printf '\\0'; fi
}
why=
if each prepare "$@" && each replace "$@"; then
  each tidy "$@"
  printf 'ok\\0'
  each told "$@"
else
  failed=$i
  each restore "$@"
  cd /
  n=$i
  while [ $n -gt 0 ]; do each unmake "$@"; n=$((n - 1)); done
  no "$failed" "$why"
fi
cd / && rm -rf "$box"
exit 0
`;

/** The home, the folder programs start in, and the git repository above that, if there is one. */
export const factsScript = `d=$(pwd -P && echo x)
d=\${d%?x}
printf '%s\\0%s\\0' "$HOME" "$d"
while [ -n "$d" ]; do
  if [ -e "$d/.git" ]; then printf '%s\\0' "$d"; exit 0; fi
  d=\${d%/*}
done
printf '\\0'
`;
