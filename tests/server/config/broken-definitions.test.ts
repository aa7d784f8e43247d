import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterAll, describe, expect, it } from "vitest";
import { createConfigReader } from "#server/config/reader.ts";
import { appRoot } from "#server/root.ts";
import { startServer } from "../../tools/replay/server.ts";
import { eventually } from "../../support/eventually.ts";
import { runBuilt } from "../run-built.ts";
import { copySmallSchemas } from "./small-schemas.ts";

// Starts the built server with faulty definitions: tests the message for operators, and what candidates still get.
const silent = { info: () => undefined, warn: () => undefined, error: () => undefined };
const folders: string[] = [];
afterAll(() => folders.forEach((folder) => rmSync(folder, { recursive: true, force: true })));

function makeFolder(): string {
  const folder = mkdtempSync(path.join(tmpdir(), "sanad-broken-"));
  folders.push(folder);
  return folder;
}

function copySchemas(): string {
  const folder = makeFolder();
  copySmallSchemas(folder);
  return folder;
}

function change(folder: string, file: string, edit: (text: string) => string): void {
  const place = path.join(folder, file);
  const before = readFileSync(place, "utf8");
  const after = edit(before);
  if (after === before) throw new Error(`nothing to change in ${file}`);
  writeFileSync(place, after);
}

/** Starts the server and waits until it exits. Returns exit code and output. */
function startAndEnd(schemasDir: string, dataDir: string): { code: number | null; output: string } {
  const { status, stderr, stdout } = runBuilt("main.js", [], {
    env: {
      ...process.env,
      NODE_ENV: "test",
      DATABASE_URL: "",
      SANDBOX: "1",
      LOG_LEVEL: "silent",
      PORT: "0",
      SCHEMAS_DIR: schemasDir,
      DATA_DIR: dataDir,
    },
    timeout: 60_000,
  });
  return { code: status, output: stdout + stderr };
}

describe("without a last good release", () => {
  it("refuses to start with a misspelt key, and names file, line and suggestion", () => {
    const schemas = copySchemas();
    change(schemas, "forms/dl.json", (text) => text.replace('"fields"', '"feilds"'));
    const { code, output } = startAndEnd(schemas, makeFolder());
    expect(output).toMatch(/^forms\/dl\.json:\d+:\d+ \/feilds definition\/unknown-key: .*did you mean "fields"/m);
    expect(code).toBe(1);
    const line =
      readFileSync(path.join(schemas, "forms/dl.json"), "utf8")
        .split("\n")
        .findIndex((one) => one.includes('"feilds"')) + 1;
    expect(output).toContain(`forms/dl.json:${line}:`);
  });

  // The start ends with the messages of the definition reader.
  it.each<[string, string, (text: string) => string, RegExp]>([
    [
      "an unknown reference",
      "verifications/bgv-tenth.json",
      (text) => text.replace('"form": "bgv-tenth"', '"form": "bgv-tenht"'),
      /^verifications\/bgv-tenth\.json:\d+:\d+ \/form definition\/unknown-reference: There is no form "bgv-tenht"; did you mean "bgv-tenth"\?/m,
    ],
    [
      "an unknown widget",
      "forms/dl.json",
      (text) => text.replace('"widget": "date-picker"', '"widget": "date-piker"'),
      /^forms\/dl\.json:\d+:\d+ \/fields\/2\/widget .*did you mean "date-picker"/m,
    ],
    [
      "an extra comma",
      "rules/payment.json",
      (text) => text.replace(/\}\s*$/, ",}"),
      /^rules\/payment\.json:\d+:\d+ .*not-json/m,
    ],
    [
      "a duplicate key",
      "forms/dl.json",
      (text) => text.replace('"widget": "date-picker"', '"widget": "date-picker", "widget": "text"'),
      /^forms\/dl\.json:\d+:\d+ \/fields\/2\/widget definition\/duplicate-key: "widget" appears twice/m,
    ],
  ])(
    "reports %s with file, position and suggestion",
    async (_name, file, edit, expected) => {
      const schemasDir = copySchemas();
      change(schemasDir, file, edit);
      const places = { schemasDir, dataDir: makeFolder(), webDir: path.join(appRoot, "dist/web"), watch: false };
      await expect(createConfigReader(places, silent)).rejects.toThrow(expected);
    },
    60_000,
  );
});

it("serves the last good release and reports it, until the definition is fixed", async () => {
  const [schemasDir, dataDir] = [copySchemas(), makeFolder()];
  const places = { schemasDir, dataDir, webDir: path.join(appRoot, "dist/web"), watch: false };
  const good = await createConfigReader(places, silent);
  good.close();
  const { id: release } = good.current();

  change(schemasDir, "forms/dl.json", (text) => text.replace('"fields"', '"feilds"'));
  const server = await startServer({ SCHEMAS_DIR: schemasDir, DATA_DIR: dataDir, DATABASE_URL: "", WATCH: "1" });
  try {
    const health = () => get(server.baseUrl, "/health");
    expect((await health()).body).toMatchObject({ status: "degraded", lastGood: true, release });
    const manifest = await get(server.baseUrl, "/config/manifest");
    expect(manifest.body["release"]).toBe(release);
    expect(manifest.headers.get("x-config-last-good")).toBeTruthy();
    const status = (await get(server.baseUrl, "/config/status")).body;
    expect(status).toMatchObject({
      ok: false,
      issues: expect.arrayContaining([expect.objectContaining({ document: "forms/dl.json", pointer: "/feilds" })]),
    });
    const page = await fetch(`${server.baseUrl}/login`);
    expect(page.status).toBe(200);

    change(schemasDir, "forms/dl.json", (text) => text.replace('"feilds"', '"fields"'));
    await eventually(async () =>
      expect((await health()).body).toMatchObject({ status: "ok", lastGood: false, release }),
    );
    for (const place of ["/health", "/config/manifest"])
      expect((await get(server.baseUrl, place)).headers.get("x-config-last-good")).toBeNull();
  } finally {
    expect(await server.stop()).toBe(0);
  }
});

async function get(baseUrl: string, place: string): Promise<{ body: Record<string, unknown>; headers: Headers }> {
  const response = await fetch(`${baseUrl}${place}`);
  return { body: (await response.json()) as Record<string, unknown>, headers: response.headers };
}
