/** A grey image, one byte per pixel. */
export interface GreyImage {
  data: Uint8Array;
  width: number;
  height: number;
}

/** Converts RGBA pixels of a canvas to grey (ITU-R BT.601). */
export function toGrey({ data, width, height }: { data: Uint8ClampedArray; width: number; height: number }): GreyImage {
  const grey = new Uint8Array(width * height);
  for (let at = 0, from = 0; at < grey.length; at += 1, from += 4)
    grey[at] = (77 * data[from]! + 150 * data[from + 1]! + 29 * data[from + 2]!) >> 8;
  return { data: grey, width, height };
}

/** Shrinks an image by a whole factor: each pixel is the mean of those it covers. */
export function shrink({ data, width, height }: GreyImage, by: number): GreyImage {
  const [across, down] = [Math.floor(width / by), Math.floor(height / by)];
  const small = new Uint8Array(across * down);
  for (let y = 0, to = 0; y < down; y += 1)
    for (let x = 0; x < across; x += 1, to += 1) {
      let sum = 0;
      for (let row = y * by; row < (y + 1) * by; row += 1)
        for (let at = row * width + x * by, end = at + by; at < end; at += 1) sum += data[at]!;
      small[to] = sum / (by * by);
    }
  return { data: small, width: across, height: down };
}

/** Returns the value below which a share of the numbers is. Sorts the array in place. NaN without numbers. */
export function quantile(values: Float32Array | number[], share: number): number {
  values.sort((a: number, b: number) => a - b);
  return values[Math.min(values.length - 1, Math.floor(values.length * share))] ?? Number.NaN;
}

/** Swaps rows and columns. */
export function transpose({ data, width, height }: GreyImage): GreyImage {
  const turned = new Uint8Array(data.length);
  for (let y = 0; y < height; y += 1) for (let x = 0; x < width; x += 1) turned[x * height + y] = data[y * width + x]!;
  return { data: turned, width: height, height: width };
}

/**
 * Closes dark gaps, so that text does not disturb edges: maximum of the neighbours, then minimum (morphological
 * closing).
 */
export function closeGaps(picture: GreyImage, radius: number): GreyImage {
  const data = Uint8Array.from(picture.data);
  const { width, height } = picture;
  for (const sign of [1, -1] as const)
    for (let pass = 0; pass < radius; pass += 1) {
      for (let y = 0; y < height; y += 1) spread(data, y * width, width, 1, sign);
      for (let x = 0; x < width; x += 1) spread(data, x, height, width, sign);
    }
  return { data, width, height };
}

/** Replaces each pixel of a line by the maximum (`sign` 1) or minimum (-1) of itself and its neighbours. */
function spread(data: Uint8Array, from: number, count: number, step: number, sign: 1 | -1): void {
  let before = data[from]!;
  for (let i = 0, at = from; i < count; i += 1, at += step) {
    const own = data[at]!;
    const after = i < count - 1 ? data[at + step]! : own;
    let best = own;
    if ((before - best) * sign > 0) best = before;
    if ((after - best) * sign > 0) best = after;
    data[at] = best;
    before = own;
  }
}
