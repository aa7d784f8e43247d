import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { checkSchemas } from "#server/config/check-schemas.ts";
import { writeNames } from "#server/config/write-names.ts";
import { copyFewSchemas } from "./few-schemas.ts";

let folder = "";
const file = () => path.join(folder, "meta/names.schema.json");
const readScreens = async (): Promise<string[]> => {
  const names = JSON.parse(await readFile(file(), "utf8")) as { definitions: { screen: { enum: string[] } } };
  return names.definitions.screen.enum;
};
const write = async (): Promise<Error | undefined> => writeNames(folder, await checkSchemas(folder));
const addScreen = async (): Promise<void> => {
  const route = JSON.parse(await readFile(path.join(folder, "screens/terms.json"), "utf8")) as Record<string, unknown>;
  const screen = JSON.stringify({ ...route, id: "rights", route: "/rights" });
  await writeFile(path.join(folder, "screens/rights.json"), screen);
};

beforeEach(async () => {
  folder = await mkdtemp(path.join(tmpdir(), "sanad-names-"));
  copyFewSchemas(folder);
});
afterEach(() => rm(folder, { recursive: true, force: true }));

describe("the names that an editor completes", () => {
  it("know a new document once the documents were read", async () => {
    await addScreen();
    expect(await write()).toBeUndefined();
    expect(await readScreens()).toContain("rights");
  });

  it("stay as they are while a document is half typed", async () => {
    await writeFile(path.join(folder, "screens/terms.json"), `{"$schema": "../meta/screen.schema.json", "kind": "scr`);
    await write();
    expect(await readScreens()).toContain("terms");
  });

  it("are written only beside meta-schemas", async () => {
    await rm(path.join(folder, "meta"), { recursive: true });
    expect(await write()).toBeUndefined();
    await expect(readFile(file(), "utf8")).rejects.toThrow("ENOENT");
  });

  it("are made anew whatever stands in their place, as what git leaves of a conflict", async () => {
    const before = await readFile(file(), "utf8");
    await write();
    const fresh = await readFile(file(), "utf8");
    await writeFile(file(), `<<<<<<< ours\n${before}`);
    await write();
    expect(await readFile(file(), "utf8")).toBe(fresh);
  });

  it("are no judge: a name that nothing has is told once, with what was meant", async () => {
    const place = path.join(folder, "verifications/bgv-tenth.json");
    await writeFile(place, (await readFile(place, "utf8")).replace(`"form": "bgv-tenth"`, `"form": "bgv-tenht"`));
    const { issues } = await checkSchemas(folder);
    const atForm = issues.filter(({ document, pointer }) => document.endsWith("bgv-tenth.json") && pointer === "/form");
    expect(atForm.map(({ code }) => code)).toEqual(["dangling-reference"]);
  });
});
