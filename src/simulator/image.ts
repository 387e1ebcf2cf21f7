export const imageTypes = ["image/jpeg", "image/png", "image/gif", "image/webp"] as const;

/** Letters, digits, + and /, in groups of four; no line breaks. */
export function isBase64(data: string): boolean {
  return data.length > 0 && Buffer.from(data, "base64").toString("base64") === data; // a pattern would overflow on megabytes
}

/** Why OpenAI would not take this image address; null when it would. */
export function imageUrlProblem(url: string): { readonly message: string; readonly code: string } | null {
  const [head, type = ""] = /^data:([^;,]{0,200});base64,/.exec(url) ?? [];
  if (head === undefined) {
    if (/^https?:\/\/\S{1,10000}$/.test(url)) return null;
    return { message: `Invalid image URL: '${url.slice(0, 60)}'. Expected a valid URL.`, code: "invalid_image_url" };
  }
  if (!imageTypes.some((known) => known === type)) {
    return {
      message:
        "You uploaded an unsupported image. Please make sure your image has one of the following formats: ['png', 'jpeg', 'gif', 'webp'].",
      code: "invalid_image_format",
    };
  }
  return isBase64(url.slice(head.length))
    ? null
    : { message: "Invalid base64 image_url.", code: "invalid_base64_image" };
}
