import type { GreyImage } from "./grey-image.ts";

/** The gradient of each pixel, in grey levels over about two pixels. */
export interface Gradients {
  readonly across: Float32Array;
  readonly down: Float32Array;
  readonly width: number;
  readonly height: number;
}

/** Computes Sobel gradients (Duda and Hart, Pattern Classification and Scene Analysis, 1973); zero at the border. */
export function toGradients({ data, width, height }: GreyImage): Gradients {
  const across = new Float32Array(data.length);
  const down = new Float32Array(data.length);
  for (let y = 1; y < height - 1; y += 1)
    for (let x = 1, at = y * width + 1; x < width - 1; x += 1, at += 1) {
      const [a, b, c] = [data[at - width - 1]!, data[at - width]!, data[at - width + 1]!];
      const [d, e] = [data[at - 1]!, data[at + 1]!];
      const [f, g, h] = [data[at + width - 1]!, data[at + width]!, data[at + width + 1]!];
      across[at] = (c + 2 * e + h - a - 2 * d - f) / 4;
      down[at] = (f + 2 * g + h - a - 2 * b - c) / 4;
    }
  return { across, down, width, height };
}
