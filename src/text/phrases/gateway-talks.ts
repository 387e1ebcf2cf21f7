const minutes = (ms: number): string => {
  const count = Math.round(ms / 60_000);
  if (ms < 60_000) return `${Math.round(ms / 1_000)} s`;
  return count === 1 ? "1 minute" : `${count} minutes`;
};

/** What is said in a chat about its conversation and the turn that runs in it. */
export const gatewayTalksPhrases = {
  acknowledged: {
    interrupt: "I stop what I was doing and turn to this.",
    queue: "I am still at work; this comes next.",
    steer: "I take that into account.",
  },
  stopped: "Stopped. Nothing of the unfinished answer is kept.",
  stoppedWaiting: (count: number) =>
    `Stopped. ${count} waiting ${count === 1 ? "message is" : "messages are"} answered after your next one.`,
  inactive: (ms: number) => `Stopped: nothing happened for ${minutes(ms)}. Send a message to go on.`,
  stillWorking: "Still working on it.",
  failed: (reason: string) => `There is no answer: ${reason}`,
  empty: "There is no answer: the model said nothing.",
  broke: (reason: string) => `Something broke in here (${reason}). It is in the log; send your message again.`,
  notOpened: (reason: string) => `The conversation cannot be opened: ${reason}`,
  noSessionOpen: "no conversation is open here yet",
  compressed: (before: number, after: number) => `Compressed: ${before} → ${after} messages`,
  reset: {
    idle_reset: "The conversation before rested too long and is over; this is a new one.",
    daily_reset: "A new day, a new conversation: the one before is stored.",
  },
  draining: "I am about to restart. I finish this first if it does not take long; else I go on with it afterwards.",
  cutOff: "A restart cut off what I was doing here. Send a message if I should go on.",
  cutOffUnheard: "A restart came before I could answer your last message. Please send it again.",
  maybeTwice: (answer: string) => `(A restart came in between; you may have this already.)\n${answer}`,
  backAgain: "I am back.",
  askedHead: "Permission needed",
  inFolder: (cwd: string) => `in ${cwd}`,
  forChild: (goal: string) => `for the subtask: ${goal}`,
  alwaysAllows: (entries: readonly string[]) => `always would allow: ${entries.join(", ")}`,
  moreLines: (count: number) => `… ${count} more lines`,
  howToAllow: (choices: readonly string[]) =>
    choices.includes("always")
      ? "Answer yes, session, always or no (/deny takes a reason)."
      : "Answer yes, session or no (/deny takes a reason).",
  buttons: { once: "Allow once", session: "Allow in this session", always: "Always allow", deny: "Deny" },
  partOf: (number: number, of: number) => `Question ${number} of ${of}`,
  severalChoices: "Several may be chosen: their numbers with commas between, or your own words.",
  outcome: (question: string, outcome: string) => `${question}\n→ ${outcome}`,
  outcomes: {
    once: "allowed once",
    session: "allowed in this session",
    always: "always allowed",
    deny: "denied",
  },
  deniedBecause: (reason: string) => `denied: ${reason}`,
  answeredWith: (answer: string) => `answered: ${answer}`,
  by: (outcome: string, name: string) => `${outcome} (${name})`,
  withdrawn: "withdrawn, no answer is needed any more",
  tooLate: "no answer came in time",
  notOffered: (choice: string, offered: readonly string[]) =>
    `"${choice}" is not offered here; there is ${offered.join(", ")}`,
  onlyAdmins: (command: string) => `only admins may use /${command} here`,
  mayNotUse: (command: string) => `you may not use /${command} here; /commands lists what you may use`,
  notYourTurn: "that turn is not yours: only an admin or the person who asked can stop it",
  notInChats: (command: string) => `/${command} is for the terminal; a chat has no screen for it`,
  noScreen: "that is about a screen, and a chat has none",
  switched: (id: string | null) => (id === null ? "This is a new conversation." : `Now in session ${id}.`),
  titleTaken: (title: string) => `"${title}" is taken by another session; this one has no title yet`,
  groups: "This chat",
  approveSummary: "allow what is being asked: once, in this session, always, or all that waits",
  denySummary: "say no to what is being asked, and why",
  nothingAsked: "nothing waits for permission here",
  mayNotApprove: "you may not give permissions here",
  setHomeSummary: "make this chat the one that notices go to",
  homeSet: (platform: string) => `notices of ${platform} come here from now on`,
  whoAmISummary: "show who you are to me and what you may do",
  whoAmI: (who: { platform: string; userId: string; chatId: string; chatType: string; isAdmin: boolean }) =>
    `${who.platform}: user ${who.userId}, ${who.chatType} ${who.chatId}, ${who.isAdmin ? "an admin" : "no admin"}`,
  commandsSummary: "list the commands you may use here",
  platformSummary: "show the platforms, or take one up again that was paused",
  noPlatforms: "platforms cannot be looked at from here",
  restartSummary: "restart the gateway; running turns go on afterwards",
  noRestart: "this gateway cannot restart itself",
  restarting: "I restart now and tell you when I am back.",
  onlyInChats: "that works in chats alone",
} as const;
