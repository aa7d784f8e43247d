import { afterAll, beforeAll, expect, test } from "vitest";
import Fastify from "fastify";
import type { AnyDocument } from "#engine/documents/kinds.ts";
import { createConfigRoutes } from "#server/config/config-routes.ts";
import { Publications } from "#server/config/publication.ts";
import type { ConfigReader } from "#server/config/reader.ts";
import { startTestApp, type TestApp } from "../app.ts";
import { compile, documentsConfig, toReader } from "../documents-config.ts";

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp();
});
afterAll(() => app?.close());

const newer = (document: AnyDocument) =>
  document.kind === "texts" ? { ...document, description: `${document.description ?? ""} Newer.` } : document;

/** A server of documents alone, beside others on the same database. */
async function startDocuments(config: ConfigReader) {
  const server = Fastify();
  const publications = new Publications(app.services.db, (sources) => config.compile(sources), app.services.log);
  const routes = createConfigRoutes(config, { publications, findPinned: async () => [] });
  routes.addDocuments(server);
  routes.addManifest(server);
  const get = (url: string) => server.inject({ url });
  const listAddresses = async (query = "") =>
    Object.values<string>((await get(`/config/manifest${query}`)).json().documents);
  return { get, listAddresses };
}

test("a page that was told by a server with a newer release finds its documents at one with the older, and the other way", async () => {
  const old = await startDocuments(await documentsConfig());
  const release = await compile(newer);
  const young = await startDocuments(toReader(() => release));
  const [ofOld, ofYoung] = [await old.listAddresses(), await young.listAddresses()];
  const own = ofYoung.filter((address) => !ofOld.includes(address));
  expect(own.length).toBeGreaterThan(0);
  for (const address of own) expect((await old.get(address)).body).toBe((await young.get(address)).body);
  for (const address of ofOld) expect((await young.get(address)).statusCode).toBe(200);
  expect((await old.get("/config/d/AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA.json")).statusCode).toBe(404);
});

test("so it does where it is drawn with an older release among the newest, which only the server that told it has made", async () => {
  const mixed = await compile((document) =>
    document.kind === "form" ? { ...document, description: `${document.description ?? ""} Older.` } : document,
  );
  const config = await documentsConfig();
  const one = await startDocuments({ ...config, withPinned: async () => mixed });
  const other = await startDocuments(config);
  const [own, newest] = [await one.listAddresses("?release=older"), await one.listAddresses()];
  const older = own.filter((address) => !newest.includes(address));
  expect(older.length).toBeGreaterThan(0);
  for (const address of older) expect((await other.get(address)).body).toBe((await one.get(address)).body);
});

test("documents that this server can make nothing of are not there, and spoil nothing", async () => {
  const nowhere = "/config/d/AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA.json";
  await app.services.pool.query(
    "insert into publications (id, sources, addresses, served_at) values ('odd', $1, array[$2], now())",
    ["H4sIAAAAAAAAA4uOBQApu0wNAgAAAA==", nowhere], // an empty list
  );
  const server = await startDocuments(await documentsConfig());
  expect((await server.get(nowhere)).statusCode).toBe(404);
  expect(await server.listAddresses()).not.toEqual([]);
});
