/** A picture in grey, one byte per pixel. */
export interface GreyPicture {
  data: Uint8Array;
  width: number;
  height: number;
}

/** The same picture with each side shorter by a whole number: every pixel is the mean of those it covers. */
export function shrink({ data, width, height }: GreyPicture, by: number): GreyPicture {
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

/** The value below which a share of the numbers lies; sorts them. NaN when there are none. */
export function quantile(values: Float32Array | number[], share: number): number {
  values.sort((a: number, b: number) => a - b);
  return values[Math.min(values.length - 1, Math.floor(values.length * share))] ?? Number.NaN;
}
