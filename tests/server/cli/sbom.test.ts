import { spawnSync } from "node:child_process";
import { readFileSync } from "node:fs";
import path from "node:path";
import { expect, test } from "vitest";
import { appRoot } from "#server/root.ts";

const run = (args: string[], env: Record<string, string> = {}) =>
  spawnSync(process.execPath, [path.join(appRoot, "server/cli/sbom.mjs"), ...args], {
    encoding: "utf8",
    env: { ...process.env, ...env },
  });

test("writes every package in use with version and licence, and no development package", () => {
  const { status, stdout } = run([]);
  expect(stdout).toMatch(/^\d+ packages; CycloneDX 1\.\d in dist[/\\]sbom\.cdx\.json\n$/);
  expect(status).toBe(0);
  const bom = JSON.parse(readFileSync(path.join(appRoot, "dist/sbom.cdx.json"), "utf8")) as {
    bomFormat: string;
    components: { name: string; version: string; purl: string; licenses?: object[] }[];
  };
  expect(bom.bomFormat).toBe("CycloneDX");
  const { dependencies, devDependencies } = JSON.parse(readFileSync(path.join(appRoot, "package.json"), "utf8"));
  const versions = new Map(bom.components.map(({ name, version }) => [name, version]));
  for (const [name, version] of Object.entries(dependencies)) expect(versions.get(name), name).toBe(version);
  for (const name of ["vitest", "playwright", "oxlint"]) {
    expect(devDependencies).toHaveProperty([name]);
    expect(versions.has(name), name).toBe(false);
  }
  expect(bom.components.find(({ name }) => name === "fastify")).toMatchObject({
    purl: expect.stringMatching(/^pkg:npm\/fastify@/),
    licenses: [{ license: { id: "MIT" } }],
  });
});

test("reports that ages are not known when the registry does not answer", () => {
  const { status, stdout } = run(["--ages", "ajv"], { npm_config_registry: "http://127.0.0.1:9" });
  expect(stdout).toBe(
    "The registry does not answer for ajv, and the lock file has no dates: the ages are not known.\n",
  );
  expect(status).toBe(1);
});

test("refuses an unknown option", () => {
  expect(run(["--age"])).toMatchObject({ status: 2, stderr: expect.stringContaining("Usage") });
});
