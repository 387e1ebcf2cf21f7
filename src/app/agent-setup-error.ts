/** Bad options, a missing key or a broken home: what to mend is in the message. */
export class AgentSetupError extends Error {
  readonly exitCode: number;

  constructor(message: string, exitCode: number) {
    super(message);
    this.name = "AgentSetupError";
    this.exitCode = exitCode;
  }
}
