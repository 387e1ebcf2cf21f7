/** An error text in lower case that is about the output asked for, and not about what was sent. */
export function isAboutOutput(text: string): boolean {
  if (availableOutput(text) !== null) return true;
  return (
    /max(?:imum)?[ _](?:completion[ _]|output[ _])?tokens/.test(text) &&
    tooMuch.test(text) &&
    !/prompt|input|context|messages/.test(text)
  );
}

const tooMuch = /too large|too high|exceed|greater than|less than|at most|>/;

/** How many output tokens would have been accepted, if the text says so. Zero or less is no room at all. */
export function availableOutput(text: string): number | null {
  const found = rooms.map((room) => room(text)).find((tokens) => tokens !== null) ?? null;
  return found !== null && found > 0 ? found : null;
}

type Room = (text: string) => number | null;

const rooms: readonly Room[] = [
  // "… requested 65536 output tokens and your prompt contains at least 65537 input tokens": only a lower bound, so half
  (text) => {
    const [, asked] = /requested (\d+) output tokens.*contains at least \d+ input tokens/.exec(text) ?? [];
    return asked === undefined ? null : Math.floor(Number(asked) / 2);
  },
  // "maximum context length is 65536 … requested 65536 output tokens and your prompt contains 77409 characters"
  (text) => {
    const [, limit, characters] =
      /maximum context length is (\d+).*requested \d+ output tokens.*contains (\d+) characters/.exec(text) ?? [];
    return difference(limit, characters === undefined ? undefined : String(Math.ceil(Number(characters) / 3)));
  },
  first(/available_tokens:?\s*(\d+)/),
  first(/range of max_tokens should be \[\s*\d+\s*,\s*(\d+)\s*\]/),
  first(/max_tokens: \d+ > (\d+), which is the maximum allowed number of output tokens/),
  first(/maximum output tokens \((\d+)\)/),
  // "input length and `max_tokens` exceed context limit: 190000 + 20000 > 200000"
  (text) => {
    const [, input, limit] = /max_tokens`? exceed context limit: (\d+) \+ \d+ > (\d+)/.exec(text) ?? [];
    return difference(limit, input);
  },
  // "maximum context length is 8192 tokens … (5000 in the messages, 1000 in the functions, 3000 in the completion)"
  (text) => {
    const [, limit] = /maximum context length is (\d+)/.exec(text) ?? [];
    const [, messages] = /\((\d+) in the messages/.exec(text) ?? [];
    const [, functions = "0"] = /(\d+) in the functions/.exec(text) ?? [];
    return /in the completion/.test(text) && messages !== undefined
      ? difference(limit, String(Number(messages) + Number(functions)))
      : null;
  },
  // "max_tokens is too large: 32000. … maximum context length is 32768 tokens and your request has 5000 input tokens"
  (text) => {
    if (!/max(?:_completion)?_tokens/.test(text)) return null;
    const [, limit] = /maximum context length is (\d+)/.exec(text) ?? [];
    const [, input] = /(\d+) (?:input|prompt) tokens/.exec(text) ?? [];
    return difference(limit, input);
  },
];

function first(pattern: RegExp): Room {
  return (text) => numberOf(pattern.exec(text)?.[1]);
}

function difference(whole: string | undefined, part: string | undefined): number | null {
  const [from, less] = [numberOf(whole), numberOf(part)];
  return from === null || less === null ? null : from - less;
}

function numberOf(digits: string | undefined): number | null {
  return digits === undefined ? null : Number(digits);
}
