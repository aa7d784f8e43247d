import { inflateSync } from "node:zlib";
import { PDFArray, PDFDocument, PDFRawStream } from "pdf-lib";
import QRCode from "qrcode";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { ShareLink, Sharing } from "#engine/core/scope/shapes/share-links.ts";
import { startTestApp, type TestApp } from "../../app.ts";
import { definitionsConfig } from "../../definitions-config.ts";
import { buildDetectWorker } from "../../files/sample-documents.ts";
import { readPdf } from "../../../support/read-pdf.ts";
import { makeHolder } from "../holder.ts";

const base = "/web-wallet/api/1.0/credentials";
/** White margin of a page; only the page number is below it. */
const margin = 48;
const foot = margin - 8;
let app: TestApp;
let token: string;
let degreeId: string;

beforeAll(async () => {
  await buildDetectWorker();
  app = await startTestApp({ config: await definitionsConfig() });
  ({ token, degreeId } = await makeHolder(app));
});
afterAll(() => app?.close());

/** Prints the degree with these further facts. */
async function print(more: Record<string, string>): Promise<{ link: ShareLink; pdf: Buffer }> {
  const { pool } = app.services;
  const { rows } = await pool.query("select attributes from credentials where id = $1", [degreeId]);
  const keep = (attributes: object) =>
    pool.query("update credentials set attributes = $2 where id = $1", [degreeId, attributes]);
  await keep({ ...rows[0].attributes, ...more });
  const showing = (await app.call("GET", `${base}/share-links?credentialId=${degreeId}`, { token })).json<{
    data: Sharing;
  }>().data;
  const body = { credentialId: degreeId, facts: showing.facts.map(({ name }) => name), days: "7" };
  const link = (await app.call("POST", `${base}/share-links`, { token, body })).json<{ data: ShareLink }>().data;
  const pdf = (await app.call("GET", `${base}/share-links/${link.id}/pdf`, { token })).rawPayload;
  await keep(rows[0].attributes);
  return { link, pdf };
}

interface Drawn {
  words: number[];
  fields: number;
  /** Lower ends of everything drawn, except text. */
  shapes: number[];
}

/** Text and shapes of each page with their distance from the lower edge, in points. */
async function readPages(pdf: Buffer): Promise<Drawn[]> {
  const document = await PDFDocument.load(pdf);
  return document.getPages().map((page) => {
    const contents = page.node.Contents();
    const parts = contents instanceof PDFArray ? contents.asArray() : [contents];
    const text = parts
      .map((part) => document.context.lookup(part))
      .filter((part) => part instanceof PDFRawStream)
      .map((stream) => inflateSync(stream.getContents()).toString("latin1"))
      .join("\n");
    const height = page.getHeight();
    // Shapes count from the upper edge; text has its own matrix.
    const squares = [...text.matchAll(/^(?!0 0 )\S+ (\S+) \S+ (\S+) re$/gm)].map(
      ([, y, side]) => height - Number(y) - Number(side),
    );
    const lines = [...text.matchAll(/^\S+ (\S+) m$/gm)].map(([, y]) => height - Number(y));
    return {
      words: [...text.matchAll(/^1 0 0 1 \S+ (\S+) Tm$/gm)].map(([, y]) => Number(y)),
      fields: squares.length,
      shapes: [...squares, ...lines],
    };
  });
}

const toFacts = (count: number) =>
  Object.fromEntries(Array.from({ length: count }, (_, n) => [`fact${n}`, `What is said ${n}`]));

test.each<[string, Record<string, string>]>([
  ["nothing more", {}],
  ["ten facts", toFacts(10)],
  ["13 facts", toFacts(13)],
  ["16 facts", toFacts(16)],
  ["60 facts", toFacts(60)],
  ["a long value", { ...toFacts(6), long: "many words ".repeat(180).trim() }],
  ["a value longer than a page", { ...toFacts(6), long: "W".repeat(2000) }],
  ["a long headline", { ...toFacts(6), course: "many words ".repeat(180).trim() }],
])("makeCertificate keeps everything within the page with %s, and the QR code complete", async (_, more) => {
  const { link, pdf } = await print(more);
  const pages = await readPages(pdf);
  for (const { words, shapes } of pages) {
    expect(Math.min(...shapes, Infinity)).toBeGreaterThanOrEqual(margin);
    expect(words.filter((y) => y < margin)).toEqual([foot]);
  }
  const { data } = QRCode.create(link.address, { errorCorrectionLevel: "M" }).modules;
  const dark = data.reduce<number>((sum, field) => sum + (field ? 1 : 0), 0);
  expect(pages.filter(({ fields }) => fields >= dark)).toHaveLength(1);
  const said = (await readPdf(pdf)).replaceAll(/\s|Page \d+ of \d+/g, "");
  for (const { value } of link.facts) if (!/W{9}/.test(value)) expect(said).toContain(value.replaceAll(/\s/g, ""));
});
