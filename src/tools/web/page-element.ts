/** The little of a document that is needed here; the browser's own types are not part of this program. */
export type PageElement = {
  readonly nodeName: string;
  readonly ownerDocument: unknown;
  readonly parentNode: unknown;
  readonly textContent: string | null;
  readonly querySelector: (selector: string) => unknown;
  readonly querySelectorAll: (selector: string) => Iterable<unknown>;
  readonly closest: (selector: string) => unknown;
  readonly getAttribute: (name: string) => string | null;
  readonly setAttribute: (name: string, value: string) => void;
  readonly remove: () => void;
};

export function isElement(node: unknown): node is PageElement {
  return typeof node === "object" && node !== null && "querySelectorAll" in node && "getAttribute" in node;
}

export function elementsIn(root: PageElement, selector: string): readonly PageElement[] {
  return [...root.querySelectorAll(selector)].filter(isElement);
}
