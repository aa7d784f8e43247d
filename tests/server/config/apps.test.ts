import { readdirSync, rmSync } from "node:fs";
import path from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { createConfigReader, type ConfigReader } from "#server/config/reader.ts";
import { appRoot } from "#server/root.ts";
import { makeTemporaryFolder } from "../../support/temporary-folder.ts";

const dataDir = makeTemporaryFolder();
const log = { info: () => undefined, warn: () => undefined, error: () => undefined };
let reader: ConfigReader;
beforeAll(async () => {
  const folders = { schemasDir: path.join(appRoot, "schemas"), webDir: path.join(appRoot, "dist/web") };
  reader = await createConfigReader({ ...folders, dataDir, watch: false }, log);
});
afterAll(() => {
  reader?.close();
  rmSync(dataDir, { recursive: true, force: true });
});

const manifestOf = (app: string, locale = "hi") => reader.organisation("gce")!.manifest(locale, app);
const readServed = (app: string, key: string): string =>
  reader.current().served.get(manifestOf(app).documents[key]!) ?? "";

describe("the manifest of an app", () => {
  test("has its own screens, flows, forms, options and menu, and none of another app", () => {
    const [wallet, console] = [manifestOf("wallet").documents, manifestOf("console").documents];
    const own = ["screen/queue", "flow/decide-case", "form/case-decision", "options/case-fields", "menu/console-menu"];
    expect(own.filter((key) => wallet[key] !== undefined)).toEqual([]);
    expect(own.filter((key) => console[key] === undefined)).toEqual([]);
    const others = ["screen/home", "flow/pay", "form/mobile", "menu/menu", "app/wallet"];
    expect(others.filter((key) => console[key] !== undefined)).toEqual([]);
  });

  test("has the forms of verifications in each app, because data names them", () => {
    for (const app of ["wallet", "console"]) expect(manifestOf(app).documents["bundle/form.bgv-degree"]).toBeDefined();
  });

  test("has the translations that its own definitions use", () => {
    const textsOf = (app: string) => (JSON.parse(readServed(app, "locale/hi")) as { texts: object }).texts;
    expect(textsOf("wallet")).not.toHaveProperty("Send the decision");
    expect(textsOf("console")).toHaveProperty("Send the decision");
    expect(textsOf("console")).not.toHaveProperty("Sign up / Login");
    // Both apps draw the answers to this form.
    for (const app of ["wallet", "console"]) expect(textsOf(app)).toHaveProperty("Institute name");
  });

  test("lists the routes of its screens in the shell", () => {
    const routesOf = (app: string) =>
      (
        JSON.parse(readServed(app, "bundle/shell")) as { documents: Record<string, { routes: { id: string }[] }> }
      ).documents["routes/routes"]!.routes.map(({ id }) => id);
    const files = readdirSync(path.join(appRoot, "schemas/screens/console"));
    expect(routesOf("console").sort()).toEqual(files.map((file) => path.parse(file).name).sort());
    expect(routesOf("wallet")).not.toContain("queue");
  });

  test("is that of the app at / without a name", () => {
    expect(reader.organisation("gce")!.manifest("en")).toEqual(manifestOf("wallet", "en"));
  });
});
