import { createHmac } from "node:crypto";

const prefix = "gAAAAAB";

/** What only this simulator can issue: signatures of thinking and "encrypted" reasoning. Neither hides anything. */
export type Seal = {
  readonly sign: (text: string) => string;
  readonly isSigned: (text: string, signature: string) => boolean;
  readonly close: (text: string) => string;
  readonly isClosed: (sealed: string) => boolean;
};

export function createSeal(secret: string): Seal {
  const sign = (text: string): string => createHmac("sha256", secret).update(text).digest("base64");
  const close = (text: string): string => {
    const content = Buffer.from(text).toString("base64url");
    return `${prefix}${content}.${Buffer.from(sign(content), "base64").toString("base64url")}`;
  };
  return {
    sign,
    isSigned: (text, signature) => sign(text) === signature,
    close,
    isClosed: (sealed) => sealed.startsWith(prefix) && close(contentOf(sealed)) === sealed,
  };
}

function contentOf(sealed: string): string {
  const [content = ""] = sealed.slice(prefix.length).split(".");
  return Buffer.from(content, "base64url").toString();
}
