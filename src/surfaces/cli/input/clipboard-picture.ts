/** Runs a program to its end and gives what it printed; null: there is no such program. */
export type RunProgram = (argv: readonly [string, ...string[]], signal: AbortSignal) => Promise<ProgramEnd | null>;

export type ProgramEnd = { readonly code: number; readonly output: Uint8Array };

export type ClipboardPicture =
  | { readonly kind: "image"; readonly bytes: Uint8Array }
  | { readonly kind: "empty" }
  | { readonly kind: "unreachable"; readonly programs: readonly string[] };

type Way = {
  readonly argv: readonly [string, ...string[]];
  readonly read: (output: Uint8Array) => Uint8Array;
};

/** Windows prints text only, so the picture comes in letters. */
const windowsScript = [
  "Add-Type -AssemblyName System.Windows.Forms",
  "$image = [Windows.Forms.Clipboard]::GetImage()",
  "if ($image) {",
  "$bytes = New-Object IO.MemoryStream",
  "$image.Save($bytes, [Drawing.Imaging.ImageFormat]::Png)",
  "[Convert]::ToBase64String($bytes.ToArray()) }",
].join("; ");

const asItIs = (output: Uint8Array): Uint8Array => output;
const fromBase64 = (output: Uint8Array): Uint8Array => Buffer.from(Buffer.from(output).toString("latin1"), "base64");

/** Wayland, X, macOS, and Windows under its Linux. */
const ways: readonly Way[] = [
  { argv: ["wl-paste", "--no-newline", "--type", "image/png"], read: asItIs },
  { argv: ["xclip", "-selection", "clipboard", "-target", "image/png", "-out"], read: asItIs },
  { argv: ["pngpaste", "-"], read: asItIs },
  { argv: ["powershell.exe", "-NoProfile", "-STA", "-Command", windowsScript], read: fromBase64 },
];

/** The picture in the clipboard, by the first program that is here and has one. */
export async function clipboardPicture(run: RunProgram, signal: AbortSignal): Promise<ClipboardPicture> {
  let isReachable = false;
  for (const { argv, read } of ways) {
    const end = await run(argv, signal);
    if (end === null) continue;
    isReachable = true;
    const bytes = end.code === 0 ? read(end.output) : new Uint8Array();
    if (bytes.length > 0) return { kind: "image", bytes };
  }
  return isReachable ? { kind: "empty" } : { kind: "unreachable", programs: ways.map(({ argv: [name] }) => name) };
}
