/** The headings of `hermes dump`. */
export const dumpPhrases = {
  title: "# hermes dump",
  notice: "Keys and passwords are left out. Read it before you send it to anybody.",
  system: "## System",
  setup: "## Setup",
  settings: "## Settings that are not the default",
  errors: "## Last errors",
  none: "none",
};
