import type { Sample } from "../../papers/corpus.ts";

export async function timePapers(_seed: number, _samples: readonly Sample[]): Promise<void> {}
