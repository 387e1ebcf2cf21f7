const openTag = /<[a-z][^<>]*/gi;
const styleValue = /\sstyle\s{0,9}=\s{0,9}(?:"([^"]*)"|'([^']*)'|([^\s"'>{]+))/gi;
const hiddenAttribute = /\shidden(?=[\s/]|$|=(?!\{))/i;
const hidingStyle =
  /display\s{0,9}:\s{0,9}none|visibility\s{0,9}:\s{0,9}hidden|(?:opacity|font-size)\s{0,9}:\s{0,9}0(?!\.?\d{0,20}[1-9])/i;

/** An HTML element that a reader of the page does not see. */
export function hasHiddenElement(text: string): boolean {
  if (!text.includes("<") || !/style|hidden/i.test(text)) return false;
  for (const [tag] of text.matchAll(openTag)) if (hidesItself(tag)) return true;
  return false;
}

function hidesItself(tag: string): boolean {
  for (const { 1: double, 2: single, 3: bare } of tag.matchAll(styleValue)) {
    const style = (double ?? single ?? bare ?? "").replaceAll(/\/\*[^*]*\*\//g, "");
    if (hidingStyle.test(style)) return true;
  }
  return hiddenAttribute.test(tag.replaceAll(/"[^"]*"|'[^']*'/g, '""'));
}
