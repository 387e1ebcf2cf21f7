type Holder = { readonly pid: number; readonly host: string; readonly name: string };

/** What `hermes gateway run`, `status` and `stop` say. */
export const gatewayProcessPhrases = {
  taken: ({ pid, host }: Holder) =>
    `a gateway of this home runs already (pid ${pid} on ${host}); end it with hermes gateway stop`,
  busy: "somebody else is just taking its place; try again",
  holder: ({ pid, host, name }: Holder) => `the gateway of profile ${name} (pid ${pid} on ${host})`,
  serving: (labels: readonly string[]) => `Serving ${labels.join(", ")}. Ctrl+C ends it.`,
  labels: { gateway: "gateway", platforms: "platforms", waiting: "waiting", pairings: "pairings" },
  running: (pid: number, age: string | null) => `running, pid ${pid}${age === null ? "" : `, started ${age}`}`,
  runningElsewhere: (pid: number, host: string) => `running on ${host}, pid ${pid}`,
  notRunning: "not running",
  left: (pid: number | null) =>
    pid === null ? "not running; gateway.pid is unreadable" : `not running; the last one (pid ${pid}) died`,
  off: (name: string) => `${name} (off)`,
  none: "none",
  waiting: (messages: number, answers: number) =>
    `${messages === 1 ? "1 message" : `${messages} messages`}, ${answers === 1 ? "1 answer" : `${answers} answers`}`,
  pairings: (count: number) => (count === 0 ? "none" : `${count} to approve: hermes pairing list`),
  unreadable: (why: string) => `unreadable: ${why}`,
  noGateway: "No gateway is running.",
  asked: (pid: number) => `Asked the gateway (pid ${pid}) to end; what it is working on may take a while.`,
  ended: "The gateway has ended.",
  stillThere: (pid: number, seconds: number) =>
    `the gateway (pid ${pid}) has not ended after ${seconds} s; it may still be at work, kill ${pid} only if it hangs`,
  elsewhere: (pid: number, host: string) => `the gateway runs on ${host} (pid ${pid}); stop it there`,
  unsure: (pid: number) =>
    `gateway.pid names pid ${pid} but not when it started, so it may be another program; end it yourself if it is the gateway`,
  notOurs: (pid: number) => `the gateway (pid ${pid}) belongs to another user of this machine, who has to stop it`,
};
