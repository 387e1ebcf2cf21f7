/** Makes an image small enough for an endpoint. A socket: what does it is optional and may be missing. */
export type ImageShrinker = (url: string, limits: ImageLimits, signal: AbortSignal) => Promise<ShrunkImage>;

export type ImageLimits = {
  /** Of the data URL as it is sent. */
  readonly maxChars: number;
  /** Of the longer side, in pixels. */
  readonly maxSide: number;
};

export type ShrunkImage =
  | { readonly kind: "shrunk"; readonly url: string }
  | { readonly kind: "fits" } // nothing to do, or no image of ours to change
  | { readonly kind: "unable"; readonly reason: string }; // for a person

/** Cuts a part out of an image, before anything is scaled. Optional like the shrinker. */
export type ImageCropper = (url: string, region: ImageRegion, signal: AbortSignal) => Promise<CroppedImage>;

/** In pixels, or in shares of the image where all four are at most 1. */
export type ImageRegion = {
  readonly left: number;
  readonly top: number;
  readonly width: number;
  readonly height: number;
};

export type CroppedImage =
  | { readonly kind: "cropped"; readonly url: string }
  | { readonly kind: "unable"; readonly reason: string };
