/** Cuts a stream of bytes into lines; a line longer than the limit is an error of the sender. */
export function createLines(
  mostBytes: number,
  onLine: (line: string) => void,
  onTooLong: () => void,
): (chunk: Buffer) => void {
  let parts: Buffer[] = [];
  let size = 0;
  return (chunk) => {
    let start = 0;
    for (let end = chunk.indexOf(10); end !== -1; end = chunk.indexOf(10, start)) {
      const line = Buffer.concat([...parts, chunk.subarray(start, end)]).toString("utf8");
      [parts, size, start] = [[], 0, end + 1];
      onLine(line.replace(/\r$/u, ""));
    }
    parts.push(chunk.subarray(start));
    size += chunk.length - start;
    if (size <= mostBytes) return;
    [parts, size] = [[], 0];
    onTooLong();
  };
}
