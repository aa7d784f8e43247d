import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { brotliDecompressSync, gunzipSync } from "node:zlib";
import { afterAll, expect, it } from "vitest";

// Plain JavaScript without declarations: it runs before anything is installed.
const { compressAssets } = (await import(path.resolve("server/cli/compress.mjs"))) as {
  compressAssets: (folder: string) => Promise<void>;
};
const folder = mkdtempSync(path.join(tmpdir(), "sanad-compress-"));
afterAll(() => rmSync(folder, { recursive: true }));

it("writes both copies of large text files in every folder, and no others", async () => {
  mkdirSync(path.join(folder, "assets"));
  const text = "export const answer = 42;\n".repeat(200);
  for (const name of ["assets/app.js", "index.html", "assets/photo.png"]) writeFileSync(path.join(folder, name), text);
  writeFileSync(path.join(folder, "small.js"), "1");
  await compressAssets(folder);
  expect(brotliDecompressSync(readFileSync(path.join(folder, "assets/app.js.br"))).toString()).toBe(text);
  expect(gunzipSync(readFileSync(path.join(folder, "assets/app.js.gz"))).toString()).toBe(text);
  for (const name of ["index.html", "assets/photo.png", "small.js"])
    expect(existsSync(path.join(folder, `${name}.br`))).toBe(false);
});
