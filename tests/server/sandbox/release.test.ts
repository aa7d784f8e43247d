import path from "node:path";
import { rmSync } from "node:fs";
import Fastify, { type FastifyInstance } from "fastify";
import { afterAll, beforeAll, expect, test } from "vitest";
import { createConfigRoutes } from "#server/config/config-routes.ts";
import { createConfigReader, type ConfigReader } from "#server/config/reader.ts";
import { appRoot } from "#server/root.ts";
import { releaseRoutes } from "#server/sandbox/release.ts";
import type { Services } from "#server/services.ts";
import { makeTemporaryFolder } from "../../support/temporary-folder.ts";

const dataDir = makeTemporaryFolder();
const silent = { info: () => undefined, warn: () => undefined, error: () => undefined };
let config: ConfigReader;
let server: FastifyInstance;
beforeAll(async () => {
  const schemasDir = path.join(appRoot, "schemas");
  config = await createConfigReader(
    { schemasDir, dataDir, webDir: path.join(appRoot, "dist/web"), watch: false },
    silent,
  );
  server = Fastify();
  const routes = createConfigRoutes(config);
  routes.addDocuments(server);
  routes.addManifest(server);
  await releaseRoutes(server, { config } as Services);
});
afterAll(async () => {
  await server?.close();
  config?.close();
  rmSync(dataDir, { recursive: true, force: true });
});

const release = async (...changes: object[]) => {
  const answer = await server.inject({ method: "POST", url: "/sandbox/release", payload: { changes } });
  return { status: answer.statusCode, ...answer.json<{ release?: string; message?: string }>() };
};
const findHeading = () => {
  const home = config.current().sources.find(({ path: file }) => file === "screens/wallet/home.json")!.document;
  return (home as unknown as { body: { text: string }[] }).body[0]?.text;
};

test("serves changed definitions as another release, and the folder's again afterwards", async () => {
  const before = config.current().id;
  const changed = await release({
    document: "screens/wallet/home.json",
    at: "/body/0/text",
    put: "What is asked of you",
  });
  expect(changed).toMatchObject({ status: 200, release: config.current().id });
  expect(changed.release).not.toBe(before);
  expect(findHeading()).toBe("What is asked of you");
  expect(await release()).toEqual({ status: 200, release: before });
  expect(findHeading()).toBe("Your verifications");
});

test.each([
  [{ document: "screens/wallet/hom.json", at: "/title", put: "x" }, 'did you mean "screens/wallet/home.json"?'],
  [{ document: "screens/wallet/home.json", at: "/body/0/block", put: "texd" }, "screens/wallet/home.json"],
  [
    { document: "screens/wallet/home.json", at: "/needs", put: [{ rule: { rule: "nobody" }, otherwise: [] }] },
    "nobody",
  ],
])(
  "rejects %j with a reason and keeps the current release",
  async (change, why) => {
    const before = config.current();
    const refused = await release(change);
    expect(refused.status).toBe(422);
    expect(refused.message).toContain(why);
    expect(config.current()).toBe(before);
  },
  60_000,
);
