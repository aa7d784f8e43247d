import { afterAll, beforeAll, expect, test } from "vitest";
import Fastify from "fastify";
import type { AnyDefinition } from "#engine/core/definitions/kinds.ts";
import { createConfigRoutes } from "#server/config/config-routes.ts";
import { PublishedReleases } from "#server/config/published-releases.ts";
import type { ConfigReader } from "#server/config/reader.ts";
import { startTestApp, type TestApp } from "../app.ts";
import { compile, definitionsConfig, toReader } from "../definitions-config.ts";

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp();
});
afterAll(() => app?.close());

const newer = (document: AnyDefinition) =>
  document.kind === "texts" ? { ...document, description: `${document.description ?? ""} Newer.` } : document;

/** A server of definitions alone, beside others on the same database. */
async function startDocuments(config: ConfigReader) {
  const server = Fastify();
  const publications = new PublishedReleases(app.services.db, (sources) => config.compile(sources), app.services.log);
  const routes = createConfigRoutes(config, {
    publishedReleases: publications,
    findTransactionDocuments: async () => [],
  });
  routes.addDocuments(server);
  routes.addManifest(server);
  const get = (url: string) => server.inject({ url });
  const listAddresses = async (query = "") =>
    Object.values<string>((await get(`/config/manifest${query}`)).json().documents);
  return { get, listAddresses };
}

test("serves definitions of a newer and of an older release from either server", async () => {
  const old = await startDocuments(await definitionsConfig());
  const release = await compile(newer);
  const young = await startDocuments(toReader(() => release));
  const [ofOld, ofYoung] = [await old.listAddresses(), await young.listAddresses()];
  const own = ofYoung.filter((address) => !ofOld.includes(address));
  expect(own.length).toBeGreaterThan(0);
  for (const address of own) expect((await old.get(address)).body).toBe((await young.get(address)).body);
  for (const address of ofOld) expect((await young.get(address)).statusCode).toBe(200);
  expect((await old.get("/config/d/AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA.json")).statusCode).toBe(404);
});

test("serves a mixture with an older release that only another server has compiled", async () => {
  const mixed = await compile((document) =>
    document.kind === "form" ? { ...document, description: `${document.description ?? ""} Older.` } : document,
  );
  const config = await definitionsConfig();
  const one = await startDocuments({ ...config, withTransactionDocuments: async () => mixed });
  const other = await startDocuments(config);
  const [own, newest] = [await one.listAddresses("?release=older"), await one.listAddresses()];
  const older = own.filter((address) => !newest.includes(address));
  expect(older.length).toBeGreaterThan(0);
  for (const address of older) expect((await other.get(address)).body).toBe((await one.get(address)).body);
});

test("answers 404 for a release that this server cannot compile, and keeps working", async () => {
  const nowhere = "/config/d/AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA.json";
  await app.services.pool.query(
    "insert into publications (id, sources, addresses, served_at) values ('odd', $1, array[$2], now())",
    ["H4sIAAAAAAAAA4uOBQApu0wNAgAAAA==", nowhere], // an empty list
  );
  const server = await startDocuments(await definitionsConfig());
  expect((await server.get(nowhere)).statusCode).toBe(404);
  expect(await server.listAddresses()).not.toEqual([]);
});
