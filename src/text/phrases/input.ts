/** What the chat says about its line: keys, pictures, commands of the person's own. */
export const inputPhrases = {
  finderHead: {
    history: (count: number) => `earlier messages (${count})`,
    palette: (count: number) => `commands (${count})`,
  },
  finderKeys: "type to narrow, arrows move, Enter takes, Esc leaves the line as it was",
  noMatch: "nothing matches",
  references: {
    "@file:": "a file, or lines of it: @file:path:10-25",
    "@folder:": "what a folder holds",
    "@diff": "changes that are not staged",
    "@staged": "changes that are staged",
    "@git:": "the last commits, 1 to 10",
    "@url:": "a web page",
  },
  lastCommits: (count: string) => (count === "1" ? "the last commit" : `the last ${count} commits`),
  picture: (name: string, bytes: number) => `[image ${name}, ${sizeText(bytes)}]`,
  backspaceRemoves: "Backspace removes",
  noImage: (path: string) => `no such file: ${path}`,
  noImageFile: (path: string) => `not a file: ${path}`,
  imageTooLarge: (path: string, most: number) => `${path} is larger than ${most} MB and was not attached`,
  notAnImage: (path: string) => `${path} is not a PNG, JPEG, GIF or WebP image and was not attached`,
  imageUnreadable: (path: string, reason: string) => `${path} cannot be read: ${reason}`,
  clipboard: "clipboard",
  clipboardEmpty: "there is no image in the clipboard",
  noClipboardProgram: (programs: readonly string[]) =>
    `the clipboard cannot be read here: none of ${programs.join(", ")} is installed. /image PATH attaches a file.`,
  noEditor: "no editor is set: put one into $VISUAL or $EDITOR",
  editorMissing: (editor: string) => `the editor "${editor}" could not be started`,
  editorFailed: (editor: string, code: number) => `"${editor}" ended with ${code}; your text stays as it was`,
  editorUnreadable: (reason: string) => `what the editor left cannot be read (${reason}); your text stays as it was`,
  shellExited: (code: number) => `! exited ${code}`,
  shellStopped: "! stopped",
  shellDenied: (rule: string) => `! not run (${rule})`,
  shellNotStarted: (why: string) => `! could not be started: ${why}`,
  shellCut: (most: string) => `! more than ${most} were printed; the rest is not shown`,
  processesRun: (commands: readonly string[]) =>
    commands.length === 1
      ? `A background process still runs: ${commands[0] ?? ""}`
      : `${commands.length} background processes still run: ${commands.join("; ")}`,
  endProcesses: "end them and leave",
  keepProcesses: "keep them running and leave (nothing reads their output any more)",
  stayHere: "stay",
  processesEnd: (commands: readonly string[]) =>
    `${commands.length === 1 ? "a background process ends" : `${commands.length} background processes end`} with this session: ${commands.join("; ")}`,
} as const;

function sizeText(bytes: number): string {
  if (bytes < 1024) return `${bytes} B`;
  const kilobytes = bytes / 1024;
  return kilobytes < 1024 ? `${Math.round(kilobytes)} KB` : `${(kilobytes / 1024).toFixed(1)} MB`;
}
