// Runs the built server on an empty database that goes away with it: for browser tests, benches and drills.
// PORT names the port, DATABASE_TEMPLATE an empty database to copy; everything else is as in `npm start`.
import { cpSync, mkdirSync, mkdtempSync, rmSync, symlinkSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";

const folder = mkdtempSync(path.join(tmpdir(), "sanad-"));
process.on("exit", () => rmSync(folder, { recursive: true, force: true }));
const template = process.env.DATABASE_TEMPLATE;
if (template) cpSync(template, path.join(folder, "postgres"), { recursive: true });
// Validators lie under the hash of what they are made of, documents with which nothing is wrong under theirs, and what was
// found in a paper and read of it under the paper's: each is compiled, checked and looked into once for all servers.
const shared = (name) => {
  const place = path.resolve(import.meta.dirname, "../dist", name);
  mkdirSync(place, { recursive: true });
  return place;
};
for (const name of ["validators", "found-whole"])
  symlinkSync(shared(`test-${name}`), path.join(folder, name), "junction");
process.env.READINGS_DIR ??= shared("test-readings");
process.env.DATA_DIR = folder;
process.env.SANDBOX = "1";
process.env.ADDRESS_LIMITS ??= "off";
await import("../dist/server/main.js");
