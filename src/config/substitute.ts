export type Variables = (name: string) => string | undefined;

export type Substituted = {
  readonly text: string;
  readonly used: readonly string[];
  readonly unset: readonly string[];
};

const reference = /\$\{(?:env:)?([A-Za-z_][A-Za-z0-9_]*)\}/g;

/** Expands `${NAME}` and `${env:NAME}`; what is not set stays as it was written, and nothing is expanded twice. */
export function substitute(written: string, variable: Variables): Substituted {
  const used: string[] = [];
  const unset: string[] = [];
  const text = written.replace(reference, (whole, name: string) => {
    const found = variable(name);
    (found === undefined ? unset : used).push(name);
    return found ?? whole;
  });
  return { text, used, unset };
}
