import { execFileSync } from "node:child_process";
import {
  cpSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  symlinkSync,
  truncateSync,
  writeFileSync,
} from "node:fs";
import path from "node:path";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { ValidatorCompiler } from "#server/config/compile/validator-compiler.ts";
import { createConfigReader, type ConfigReader } from "#server/config/reader.ts";
import { appRoot } from "#server/root.ts";
import { makeTemporaryFolder } from "../../support/temporary-folder.ts";
import { copySmallSchemas } from "./small-schemas.ts";

const schemasDir = path.join(makeTemporaryFolder(), "schemas");
const dataDir = makeTemporaryFolder();
const logged: string[] = [];
const log = {
  info: () => undefined,
  warn: (line: string) => void logged.push(line),
  error: (line: string) => void logged.push(line),
};
const settings = { schemasDir, dataDir, webDir: path.join(appRoot, "dist/web"), watch: false };
let reader: ConfigReader;
beforeAll(async () => {
  copySmallSchemas(schemasDir);
  reader = await createConfigReader(settings, log);
});
afterAll(() => {
  reader?.close();
  for (const folder of [path.dirname(schemasDir), dataDir]) rmSync(folder, { recursive: true, force: true });
});

const odd = path.join(schemasDir, "forms/odd.json");
const away = `${schemasDir}-away`;
const cutInHalf = (from: string, to: string) => {
  const text = readFileSync(path.join(schemasDir, from), "utf8");
  writeFileSync(to, text.slice(0, text.length / 2));
};
const breakages: [string, RegExp, () => void, () => void][] = [
  ["a document that is not JSON", /definition\/not-json/, () => writeFileSync(odd, "{"), () => rmSync(odd)],
  [
    "a document that is nested too deep",
    /definition\/too-deep/,
    () => writeFileSync(odd, "[".repeat(200_000)),
    () => rmSync(odd),
  ],
  [
    "a document that is being written",
    /definition\/not-json/,
    () => cutInHalf("forms/mobile.json", odd),
    () => rmSync(odd),
  ],
  ["a pipe", /not-a-file/, () => void execFileSync("mkfifo", [odd]), () => rmSync(odd)],
  ["an endless device", /not-a-file/, () => symlinkSync("/dev/zero", odd), () => rmSync(odd)],
  [
    "a missing folder",
    /schemas\/unreadable.*ENOENT/,
    () => renameSync(schemasDir, away),
    () => renameSync(away, schemasDir),
  ],
];

test.each(breakages)(
  "keeps the served release and reports the reason for %s, and recovers once it is fixed",
  async (_what, reason, damage, repair) => {
    const before = reader.current();
    damage();
    try {
      await reader.reload();
      const found = reader.status();
      expect([reader.current(), reader.isLastGood()]).toEqual([before, true]);
      expect(found.issues.map(({ code, message }) => `${code} ${message}`).join("\n")).toMatch(reason);
      const again = await createConfigReader(settings, log);
      expect([again.current().id, again.isLastGood()]).toEqual([before.id, true]);
      again.close();
    } finally {
      repair();
    }
    await reader.reload();
    expect([reader.status().ok, reader.isLastGood(), reader.current().id]).toEqual([true, false, before.id]);
  },
  60_000,
);

test("counts missing translations in the log, and lists each in the status", async () => {
  // Moves the whole folder, because single definitions would add other issues.
  renameSync(schemasDir, away);
  cpSync(path.join(appRoot, "schemas"), schemasDir, { recursive: true });
  const file = path.join(schemasDir, "locales/hi.json");
  const locale = JSON.parse(readFileSync(file, "utf8")) as { texts: Record<string, unknown> };
  const lost = Object.keys(locale.texts).slice(0, 5);
  for (const english of lost) locale.texts[english] = "";
  writeFileSync(file, JSON.stringify(locale));
  logged.length = 0;
  await reader.reload();
  rmSync(schemasDir, { recursive: true });
  renameSync(away, schemasDir);
  expect(logged).toEqual(["locales/hi.json text/missing-translation: 5 sentences; npm run check lists them"]);
  expect(reader.status().issues).toHaveLength(5);
});

test("compiles a mixture with an older release again after a failure", async () => {
  const compiles = vi.spyOn(ValidatorCompiler.prototype, "compile").mockRejectedValueOnce(new Error("no memory"));
  try {
    await expect(reader.withTransactionDocuments("older", "gce", [])).rejects.toThrow("no memory");
    expect((await reader.withTransactionDocuments("older", "gce", [])).organisations.get("gce")).toBeDefined();
  } finally {
    compiles.mockRestore();
  }
});

test("compiles validators again that a power cut left empty or short, and stores them whole", async () => {
  await reader.reload();
  const folder = path.join(dataDir, "validators");
  const [empty, short] = readdirSync(folder).map((name) => path.join(folder, name));
  const [one, other] = [empty!, short!].map((file) => readFileSync(file, "utf8"));
  truncateSync(empty!, 0);
  truncateSync(short!, other!.length - 5);
  const again = await createConfigReader(settings, log);
  again.close();
  expect(again.current().id).toBe(reader.current().id);
  expect([...again.current().served]).toEqual([...reader.current().served]);
  expect([empty!, short!].map((file) => readFileSync(file, "utf8"))).toEqual([one, other]);
});

test("serves without a writable data directory, and warns once", async () => {
  const full = makeTemporaryFolder();
  for (const name of ["validators", "releases"]) writeFileSync(path.join(full, name), "");
  logged.length = 0;
  const own = await createConfigReader({ ...settings, dataDir: full }, log);
  own.close();
  expect([own.current().id, own.status().ok]).toEqual([reader.current().id, true]);
  expect(logged).toMatchObject([
    expect.stringMatching(/^Compiled validators cannot be stored: E/),
    expect.stringMatching(/^Release .* cannot be stored: E/),
  ]);
  rmSync(full, { recursive: true });
});
