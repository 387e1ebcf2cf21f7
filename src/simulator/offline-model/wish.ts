/** One thing the user asked for, as far as a rule recognised it. */
export type Wish = Known | { readonly kind: "unknown"; readonly words: string };

export type Known = { readonly rest: string | null } & (
  | { readonly kind: "list"; readonly path: string }
  | { readonly kind: "read"; readonly path: string }
  | { readonly kind: "run"; readonly command: string }
  | { readonly kind: "search"; readonly pattern: string; readonly path: string }
  | { readonly kind: "write"; readonly path: string; readonly content: string }
  | { readonly kind: "remember"; readonly fact: string }
);
