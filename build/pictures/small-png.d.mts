/** `points` holds the colour of each point as 0xRRGGBB. */
export function readPng(bytes: Uint8Array): {
  readonly width: number;
  readonly height: number;
  readonly points: Uint32Array;
};
export function smallPng(bytes: Uint8Array): Buffer;
export function chunksOf(
  bytes: Uint8Array,
): readonly { readonly kind: string; readonly data: Buffer }[];
