import fc from "fast-check";

type Spell = (command: string) => string;

const quote = (text: string): string => `'${text.replaceAll("'", String.raw`'\''`)}'`;

const lettersOf = (word: string): readonly number[] => [...Buffer.from(word)];

/** One word, written so that a shell reads the same. */
const quotings: readonly Spell[] = [
  (word) => word,
  (word) => `"${word}"`,
  (word) => `'${word}'`,
  (word) => `${word.slice(0, 1)}''${word.slice(1)}`,
  (word) => `${word.slice(0, 1)}"${word.slice(1)}"`,
  (word) => `\\${word}`,
  (word) =>
    `$'${lettersOf(word)
      .map((code) => `\\x${code.toString(16)}`)
      .join("")}'`,
  (word) =>
    `$'${lettersOf(word)
      .map((code) => `\\${code.toString(8).padStart(3, "0")}`)
      .join("")}'`,
];

const wrappers: readonly Spell[] = [
  (command) => command,
  (command) => `sudo ${command}`,
  (command) => `sudo -u root -- ${command}`,
  (command) => `env A=1 ${command}`,
  (command) => `env -i -u B ${command}`,
  (command) => `nohup ${command}`,
  (command) => `time ${command}`,
  (command) => `timeout -k 1 5s ${command}`,
  (command) => `nice -n 5 ${command}`,
  (command) => `command ${command}`,
  (command) => `exec ${command}`,
  (command) => `xargs -0 ${command}`,
  (command) => `find . -exec ${command} \\;`,
  (command) => `stdbuf -oL setsid ${command}`,
  (command) => `A=1 B=2 ${command}`,
  (command) => `setarch x86_64 prlimit --nofile=9 ${command}`,
  (command) => `choom -n 5 -- ${command}`,
  (command) => `ssh-agent valgrind ${command}`,
];

const places: readonly Spell[] = [
  (command) => command,
  (command) => `ls; ${command}`,
  (command) => `ls && ${command}`,
  (command) => `ls || ${command}`,
  (command) => `ls | ${command}`,
  (command) => `ls & ${command}`,
  (command) => `ls\n${command}`,
  (command) => `( ${command} )`,
  (command) => `{ ${command}; }`,
  (command) => `echo $(${command})`,
  (command) => `echo "a $(${command}) b"`,
  (command) => `cat <(${command})`,
  (command) => `if true; then ${command}; fi`,
  (command) => `while true; do ${command}; done`,
  (command) => `f() { ${command}; }; f`,
  (command) => `case a in a) ${command};; esac`,
  (command) => `! ${command}`,
  (command) => `x=$(${command})`,
  (command) => `${command} > /dev/null 2>&1`,
  (command) => `cat <<E\n$(${command})\nE`,
];

const encodings: readonly Spell[] = [
  (text) => text,
  (text) => `sh -c ${quote(text)}`,
  (text) => `bash -lc ${quote(text)}`,
  (text) => `eval ${quote(text)}`,
  (text) => `trap ${quote(text)} EXIT`,
  (text) => `alias x=${quote(text)}`,
  (text) => `echo ${quote(text)} | sh`,
  (text) => `bash <<< ${quote(text)}`,
  (text) => `bash <<'EOT'\n${text}\nEOT`,
  (text) => `cat <<'EOT' | bash\n${text}\nEOT`,
  (text) => `echo ${Buffer.from(text).toString("base64")} | base64 -d | bash`,
  (text) => `echo ${Buffer.from(text).toString("hex")} | xxd -r -p | bash`,
  (text) => `eval "$(echo ${Buffer.from(text).toString("base64")} | base64 --decode)"`,
  (text) => `CODE=${quote(text)}; eval "$CODE"`,
  (text) => `find . -exec sh -c ${quote(text)} \\;`,
  (text) => `sudo su -c ${quote(text)}`,
  (text) => text.replaceAll(/(?<=^[a-z]+) /g, "${IFS}"),
];

/** A command under any quoting of its words, any wrapper, at any place, in any encoding, some of these twice. */
export function anySpelling(words: readonly string[]): fc.Arbitrary<string> {
  const quoted = fc
    .tuple(...words.map(() => fc.constantFrom(...quotings)))
    .map((spells) => words.map((word, at) => (isPlain(word) ? (spells[at]?.(word) ?? word) : word)).join(" "));
  const around = fc.tuple(
    fc.array(fc.constantFrom(...wrappers.slice(0, 10)), { maxLength: 2 }),
    fc.constantFrom(...wrappers),
    fc.constantFrom(...places),
    fc.constantFrom(...encodings),
    fc.constantFrom(...encodings.slice(0, 8)),
  );
  return fc.tuple(quoted, around).map(([command, [outer, wrapper, place, encoding, second]]) => {
    const wrapped = outer.reduce((inner, spell) => spell(inner), wrapper(command));
    return second(encoding(place(wrapped)));
  });
}

/** Patterns and the home folder mean something else when they are quoted. */
function isPlain(word: string): boolean {
  return /^[\w./=:-]+$/.test(word);
}
