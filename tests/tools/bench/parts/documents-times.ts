import { loadavg } from "node:os";
import { readFile } from "node:fs/promises";
import type { Sample } from "../../sample-documents/corpus.ts";
import { keepSample } from "../../sample-documents/keep-sample.ts";
import { post, startServer } from "./server.ts";
import { services as bases } from "#engine/contract/services.ts";

const atOnce = 10;
const place = { orgId: "gce", formId: "education-evaluation" };
const mobile = () => `+919${String(Math.floor(Math.random() * 1e9)).padStart(9, "0")}`;

/** Times of the built server: a picture, ten pages, ten files at once, and other calls meanwhile. */
export async function timeDocuments(seed: number, samples: readonly Sample[]): Promise<void> {
  const { origin, stop } = await startServer();
  try {
    const number = mobile();
    const session = { mobile: number, name: "Asha Verma", identity: true };
    const { accessToken: token } = await post<{ accessToken: string }>(`${origin}/sandbox/session`, session);
    const scene = { mobile: number, ...place, state: "PENDING" };
    const { txnId } = await post<{ txnId: string }>(`${origin}/sandbox/transaction`, scene);
    const pictures = samples.filter(({ contentType }) => contentType === "image/jpeg").slice(0, atOnce);
    const book = samples.find(({ pages }) => pages === 10) ?? samples.find(({ pages }) => pages > 8);
    // The first file starts the worker threads.
    await detect(origin, token, await toFile(seed, pictures[0]!));
    const single: number[] = [];
    for (const picture of pictures.slice(0, 5)) single.push(await detect(origin, token, await toFile(seed, picture)));
    console.log(`a picture: ${toMedian(single)} ms (median of ${single.length})`);
    if (book) console.log(`a PDF of ${book.pages} pages: ${await detect(origin, token, await toFile(seed, book))} ms`);
    const files = await Promise.all(pictures.map((picture) => toFile(seed, picture)));
    let over = false;
    const others = listCalls(origin, token, txnId).map((call) => ({ ...call, waits: [] as number[] }));
    const asking = (async () => {
      while (!over)
        for (const { url, init, waits } of others) {
          const began = performance.now();
          const answer = await fetch(url, init);
          await answer.arrayBuffer();
          if (!answer.ok) throw new Error(`${url}: ${answer.status}`);
          waits.push(performance.now() - began);
          await new Promise((resolve) => setTimeout(resolve, 20));
        }
    })();
    const all = await Promise.all(files.map((file) => detect(origin, token, file)));
    over = true;
    await asking;
    console.log(`${atOnce} at once: the last answered after ${Math.max(...all)} ms`);
    for (const { name, waits } of others)
      console.log(
        `${name} meanwhile: p50 ${toShare(waits, 0.5)} ms, p99 ${toShare(waits, 0.99)} ms of ${waits.length}`,
      );
    console.log(`load of the last minute: ${loadavg()[0]!.toFixed(1)}`);
  } finally {
    await stop();
  }
}

/** Calls of a page while documents are checked. */
function listCalls(origin: string, token: string, txnId: string): { name: string; url: string; init?: RequestInit }[] {
  const init = { headers: { authorization: `Bearer ${token}` } };
  return [
    { name: "/health", url: `${origin}/health` },
    { name: "profile.get", url: `${origin}${bases.webWallet}/profile`, init },
    {
      name: "transactions.info",
      url: `${origin}${bases.verificationWebWallet}/transactions/info?orgId=${place.orgId}&txnId=${txnId}`,
      init,
    },
  ];
}

async function toFile(seed: number, sample: Sample): Promise<File> {
  return new File([await readFile(await keepSample(seed, sample))], sample.name, { type: sample.contentType });
}

/** Milliseconds until the report arrives. */
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

const toShare = (values: number[], share: number) =>
  Math.round([...values].sort((a, b) => a - b)[Math.floor(values.length * share)] ?? 0);
const toMedian = (values: number[]) => [...values].sort((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0;
