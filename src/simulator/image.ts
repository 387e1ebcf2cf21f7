export const imageTypes = ["image/jpeg", "image/png", "image/gif", "image/webp"] as const;

/** Letters, digits, + and /, in groups of four; no line breaks. */
export function isBase64(data: string): boolean {
  return data.length > 0 && data.length % 4 === 0 && /^[A-Za-z0-9+/]+={0,2}$/.test(data);
}

/** Why OpenAI would not take this image address; null when it would. */
export function imageUrlProblem(url: string): { readonly message: string; readonly code: string } | null {
  const data = /^data:([^;,]*);base64,(.*)$/s.exec(url);
  if (data === null) {
    if (/^https?:\/\/\S+$/.test(url)) return null;
    return { message: `Invalid image URL: '${url.slice(0, 60)}'. Expected a valid URL.`, code: "invalid_image_url" };
  }
  const [, type = "", content = ""] = data;
  if (!imageTypes.some((known) => known === type)) {
    return {
      message:
        "You uploaded an unsupported image. Please make sure your image has one of the following formats: ['png', 'jpeg', 'gif', 'webp'].",
      code: "invalid_image_format",
    };
  }
  return isBase64(content) ? null : { message: "Invalid base64 image_url.", code: "invalid_base64_image" };
}
