import type { InkComponent } from "./ink.ts";

/**
 * Text direction: the share of letters whose nearest neighbour is above or below, and the number of letters that count.
 */
export interface TextDirection {
  vertical: number;
  samples: number;
}

/**
 * Letters are closer in a line than lines are to each other, so nearest neighbours show the direction (O'Gorman, The
 * document spectrum for page layout analysis, 1993). In scripts with connected words the shape of a word shows it.
 */
export function measureTextDirection(letters: readonly InkComponent[], width: number): TextDirection {
  const step = 48;
  const columns = Math.ceil(width / step) + 1;
  const grid = new Map<number, InkComponent[]>();
  for (const letter of letters) {
    const key =
      Math.floor((letter.top + letter.bottom) / 2 / step) * columns +
      Math.floor((letter.left + letter.right) / 2 / step);
    const list = grid.get(key);
    if (list) list.push(letter);
    else grid.set(key, [letter]);
  }
  let [vertical, samples] = [0, 0];
  for (const [key, list] of grid)
    for (const letter of list) {
      const [wide, high] = [letter.right - letter.left + 1, letter.bottom - letter.top + 1];
      if (wide > high * 2.2 || high > wide * 2.6) {
        samples += 2;
        if (high > wide) vertical += 2;
        continue;
      }
      const isBelow = nearest(letter, key);
      if (isBelow === undefined) continue;
      samples += 1;
      if (isBelow) vertical += 1;
    }
  return { vertical: samples === 0 ? 0 : vertical / samples, samples };

  function nearest(letter: InkComponent, key: number): boolean | undefined {
    let [best, isVertical]: [number, boolean | undefined] = [Infinity, undefined];
    for (let dy = -1; dy <= 1; dy += 1)
      for (let dx = -1; dx <= 1; dx += 1)
        for (const other of grid.get(key + dy * columns + dx) ?? []) {
          if (other === letter) continue;
          const across = Math.max(other.left - letter.right, letter.left - other.right);
          const down = Math.max(other.top - letter.bottom, letter.top - other.bottom);
          // Neighbours are beside each other in one direction only.
          if (across > 0 === down > 0) continue;
          const gap = Math.max(across, down);
          if (gap < best) [best, isVertical] = [gap, down > 0];
        }
    return isVertical;
  }
}
