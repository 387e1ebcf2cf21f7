/** What a picture is billed as, by the vendor's own arithmetic. */
export type ImageRule = "area" | "tiles-512" | "tiles-768";

const unknownSize = 1_600;
const longestSide = 1_568; // larger ones are scaled down before they are counted

/** Never by the length of its base64: that says how well it was packed. */
export function imageTokens(url: string, rule: ImageRule): number {
  const size = sizeInHeader(url);
  if (size === null) return unknownSize;
  const { width, height } = size;
  switch (rule) {
    case "area": {
      const scale = Math.min(1, longestSide / Math.max(width, height));
      return Math.ceil((width * scale * height * scale) / 750);
    }
    case "tiles-512": {
      const fit = Math.min(1, 2_048 / Math.max(width, height));
      const short = Math.min(1, 768 / (Math.min(width, height) * fit));
      return 85 + 170 * tiles(width * fit * short, height * fit * short, 512);
    }
    case "tiles-768":
      return 258 * tiles(width, height, 768);
  }
}

function tiles(width: number, height: number, side: number): number {
  return Math.ceil(width / side) * Math.ceil(height / side);
}

type Size = { readonly width: number; readonly height: number };

/** PNG and GIF say it in their first bytes; of the others nothing is assumed. */
function sizeInHeader(url: string): Size | null {
  const data = /^data:image\/[a-z]+;base64,([A-Za-z0-9+/]{32})/.exec(url)?.[1];
  if (data === undefined) return null;
  const head = Buffer.from(data, "base64");
  if (head.subarray(1, 4).toString("latin1") === "PNG") return sane(head.readUInt32BE(16), head.readUInt32BE(20));
  if (head.subarray(0, 3).toString("latin1") === "GIF") return sane(head.readUInt16LE(6), head.readUInt16LE(8));
  return null;
}

/** A header may lie; a size no picture has is no size. */
function sane(width: number, height: number): Size | null {
  return width > 0 && height > 0 && width <= 65_535 && height <= 65_535 ? { width, height } : null;
}
