/** What `hermes update` says: how it is done, by the way this copy was installed. */
export const updatePhrases = {
  version: (version: string) => `hermes ${version}`,
  how: {
    source: "It runs from a source folder. To update: git pull && npm ci",
    global:
      "To update: npm install --global FILE, the package of the new version (npm pack in its source folder makes it)",
    project: "It belongs to a project. To update there: npm install FILE, the package of the new version",
  },
  place: (path: string) => `Installed in ${path}`,
  noRequest: "Nothing was looked up: hermes asks no server about versions.",
  afterwards: "Settings and sessions stay. Afterwards hermes doctor tells whether all is well.",
};
