import { readFile } from "node:fs/promises";
import type { Sample } from "../../papers/corpus.ts";
import { keepSample } from "../../papers/kept.ts";
import { post, startServer } from "./server.ts";
import { services as bases } from "#engine/api/services.ts";

const atOnce = 10;
const mobile = () => `+919${String(Math.floor(Math.random() * 1e9)).padStart(9, "0")}`;

/** Times of the built server: a picture, ten pages, ten files at once, and what other calls wait meanwhile. */
export async function timePapers(seed: number, samples: readonly Sample[]): Promise<void> {
  const { origin, stop } = await startServer();
  try {
    const token = await signIn(origin);
    const pictures = samples.filter(({ contentType }) => contentType === "image/jpeg").slice(0, atOnce);
    const book = samples.find(({ pages }) => pages === 10) ?? samples.find(({ pages }) => pages > 8);
    // The first file starts the threads.
    await detect(origin, token, await toFile(seed, pictures[0]!));
    const single: number[] = [];
    for (const picture of pictures.slice(0, 5)) single.push(await detect(origin, token, await toFile(seed, picture)));
    console.log(`a picture: ${toMedian(single)} ms (median of ${single.length})`);
    if (book) console.log(`a PDF of ${book.pages} pages: ${await detect(origin, token, await toFile(seed, book))} ms`);
    const files = await Promise.all(pictures.map((picture) => toFile(seed, picture)));
    let over = false;
    const others: number[] = [];
    const asking = (async () => {
      while (!over) {
        const began = performance.now();
        await (await fetch(`${origin}/health`)).arrayBuffer();
        others.push(performance.now() - began);
        await new Promise((resolve) => setTimeout(resolve, 20));
      }
    })();
    const all = await Promise.all(files.map((file) => detect(origin, token, file)));
    over = true;
    await asking;
    others.sort((a, b) => a - b);
    console.log(`${atOnce} at once: the last answered after ${Math.max(...all)} ms`);
    console.log(
      `other calls meanwhile: p50 ${Math.round(others[Math.floor(others.length / 2)] ?? 0)} ms, p99 ${Math.round(others[Math.floor(others.length * 0.99)] ?? 0)} ms of ${others.length}`,
    );
  } finally {
    await stop();
  }
}

async function toFile(seed: number, sample: Sample): Promise<File> {
  return new File([await readFile(await keepSample(seed, sample))], sample.name, { type: sample.contentType });
}

/** Milliseconds until the report is there. */
async function detect(origin: string, token: string, file: File): Promise<number> {
  const form = new FormData();
  form.append("file", file);
  const began = performance.now();
  const answer = await fetch(`${origin}${bases.utility}/detect-document-issues`, {
    method: "POST",
    headers: { authorization: `Bearer ${token}` },
    body: form,
  });
  if (!answer.ok) throw new Error(`${file.name}: ${answer.status} ${await answer.text()}`);
  await answer.arrayBuffer();
  return Math.round(performance.now() - began);
}

async function signIn(origin: string): Promise<string> {
  const number = mobile();
  const profile = await post<{ data: { txnId: string } }>(`${origin}${bases.webWallet}/profile`, {
    mobile: number,
    name: "Asha Verma",
  });
  const outbox = await fetch(`${origin}/sandbox/outbox?to=${encodeURIComponent(number)}`, {
    headers: { accept: "application/json" },
  });
  const { list } = (await outbox.json()) as { list: { otp: string }[] };
  const answer = await fetch(`${origin}${bases.webWallet}/profile/otp/${profile.data.txnId}/verify`, {
    method: "PUT",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ otp: list[0]?.otp }),
  });
  const { data } = (await answer.json()) as { data: { accessToken: string } };
  return data.accessToken;
}

const toMedian = (values: number[]) => [...values].sort((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0;
