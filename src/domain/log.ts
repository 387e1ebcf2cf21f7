export type LogLevel = "debug" | "info" | "warning" | "error";

/** The log sink. Whoever fills the socket redacts; fields never hold message content. */
export type Log = (level: LogLevel, event: string, fields?: Readonly<Record<string, unknown>>) => void;

export const noLog: Log = () => undefined;
