/** One paper of several that become one PDF: a picture or a PDF of its own, turned by quarter turns clockwise. */
export interface Paper {
  readonly key: number;
  readonly file: File;
  readonly turns: 0 | 1 | 2 | 3;
}

/** What may be merged into one PDF. */
export const mergeTypes: readonly string[] = ["application/pdf", "image/jpeg", "image/jpg", "image/png"];

/** At most so many papers in one go. */
export const maxPapers = 40;

/** The list with one paper moved by `step` places; unchanged at its ends. */
export function movePaper<P>(papers: readonly P[], index: number, step: 1 | -1): readonly P[] {
  const other = index + step;
  const [a, b] = [papers[index], papers[other]];
  return a && b ? papers.map((paper, at) => (at === index ? b : at === other ? a : paper)) : papers;
}

/** The list with one paper turned a quarter further. */
export function turnPaper<P extends Pick<Paper, "turns">>(papers: readonly P[], index: number): readonly P[] {
  return papers.map((paper, at) =>
    at === index ? { ...paper, turns: ((paper.turns + 1) % 4) as Paper["turns"] } : paper,
  );
}
