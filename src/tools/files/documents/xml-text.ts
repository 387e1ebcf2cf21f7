const entities: Readonly<Record<string, string>> = { lt: "<", gt: ">", amp: "&", quot: '"', apos: "'" };

/** The text of XML without its tags. Office documents have no comments or sections that would need more. */
export function xmlText(xml: string): string {
  return xml.replaceAll(/<[^>]*>/g, "").replaceAll(/&(?:#(\d+)|#x([0-9a-fA-F]+)|(\w+));/g, entity);
}

function entity(whole: string, decimal?: string, hex?: string, name?: string): string {
  if (name !== undefined) return entities[name] ?? whole;
  const code = decimal === undefined ? Number.parseInt(hex ?? "", 16) : Number(decimal);
  return code <= 0x10_ff_ff ? String.fromCodePoint(code) : whole;
}
