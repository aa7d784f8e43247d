// Runs the built server on an empty temporary database, for browser tests and benchmarks. PORT sets the port,
// DATABASE_TEMPLATE an empty database to copy. Everything else is as in `npm start`.
import { cpSync, mkdirSync, mkdtempSync, rmSync, symlinkSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";

const folder = mkdtempSync(path.join(tmpdir(), "sanad-"));
process.on("exit", () => rmSync(folder, { recursive: true, force: true }));
const template = process.env.DATABASE_TEMPLATE;
if (template) cpSync(template, path.join(folder, "postgres"), { recursive: true });
// All servers of a run share compiled validators, the validation cache and the text read from documents. The files are
// named by the hash of their input.
const shared = (name) => {
  const place = path.resolve(import.meta.dirname, "../../dist", name);
  mkdirSync(place, { recursive: true });
  return place;
};
for (const name of ["validators", "validation-cache"])
  symlinkSync(shared(`test-${name}`), path.join(folder, name), "junction");
process.env.OCR_CACHE_DIR ??= shared("test-readings");
process.env.DATA_DIR = folder;
process.env.SANDBOX = "1";
process.env.ADDRESS_LIMITS ??= "off";
await import("../../dist/server/main.js");
