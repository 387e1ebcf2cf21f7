const mark = "\uFEFF";

/** How a text file is written: what a rewrite has to keep. */
export type TextForm = { readonly crlf: boolean; readonly byteOrderMark: boolean };

export function formOf(text: string): TextForm {
  const lines = text.split("\n").length - 1;
  const withReturn = text.split("\r\n").length - 1;
  return { crlf: withReturn > lines / 2, byteOrderMark: text.startsWith(mark) };
}

/** New text in the form of the old. Line ends the writer chose himself stay. */
export function inForm(text: string, form: TextForm): string {
  const ended = form.crlf && !text.includes("\r\n") ? text.replaceAll("\n", "\r\n") : text;
  return form.byteOrderMark && !ended.startsWith(mark) ? mark + ended : ended;
}

/** Text copied out of read_file with its line numbers: writing it would ruin the file. */
export function isNumberedOutput(text: string): boolean {
  const lines = text.replace(/\n$/, "").split("\n");
  const numbers = lines.map((line) => Number(/^\s{0,8}(\d{1,9})\|/.exec(line)?.[1] ?? Number.NaN));
  const [first = Number.NaN] = numbers;
  return lines.length > 1 && numbers.every((number, index) => number === first + index);
}
