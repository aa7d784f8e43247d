import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { checkSchemas } from "#server/config/check-schemas.ts";
import { writeNamesSchema } from "#server/config/names-schema.ts";
import { copySmallSchemas } from "./small-schemas.ts";

let folder = "";
const file = () => path.join(folder, "meta/names.schema.json");
const readScreens = async (): Promise<string[]> => {
  const names = JSON.parse(await readFile(file(), "utf8")) as { definitions: { screen: { enum: string[] } } };
  return names.definitions.screen.enum;
};
const write = async (): Promise<Error | undefined> => writeNamesSchema(folder, await checkSchemas(folder));
const addScreen = async (): Promise<void> => {
  const route = JSON.parse(await readFile(path.join(folder, "screens/wallet/terms.json"), "utf8")) as Record<
    string,
    unknown
  >;
  const screen = JSON.stringify({ ...route, id: "rights", route: "/rights" });
  await writeFile(path.join(folder, "screens/wallet/rights.json"), screen);
};

beforeEach(async () => {
  folder = await mkdtemp(path.join(tmpdir(), "sanad-names-"));
  copySmallSchemas(folder);
});
afterEach(() => rm(folder, { recursive: true, force: true }));

describe("writeNamesSchema", () => {
  it("adds a new definition once it is read", async () => {
    await addScreen();
    expect(await write()).toBeUndefined();
    expect(await readScreens()).toContain("rights");
  });

  it("keeps the names while a definition is half typed", async () => {
    await write();
    await writeFile(
      path.join(folder, "screens/wallet/terms.json"),
      `{"$schema": "../meta/screen.schema.json", "kind": "scr`,
    );
    await write();
    expect(await readScreens()).toContain("terms");
  });

  it("writes only beside meta-schemas", async () => {
    await rm(path.join(folder, "meta"), { recursive: true });
    expect(await write()).toBeUndefined();
    await expect(readFile(file(), "utf8")).rejects.toThrow("ENOENT");
  });

  it("replaces any content, such as a git conflict", async () => {
    await write();
    const fresh = await readFile(file(), "utf8");
    await writeFile(file(), `<<<<<<< ours\n${fresh}`);
    await write();
    expect(await readFile(file(), "utf8")).toBe(fresh);
  });

  it("leaves unknown names to the check, which reports each once with a suggestion", async () => {
    const place = path.join(folder, "verifications/bgv-tenth.json");
    await writeFile(place, (await readFile(place, "utf8")).replace(`"form": "bgv-tenth"`, `"form": "bgv-tenht"`));
    const { issues } = await checkSchemas(folder);
    const atForm = issues.filter(({ document, pointer }) => document.endsWith("bgv-tenth.json") && pointer === "/form");
    expect(atForm.map(({ code }) => code)).toEqual(["definition/unknown-reference"]);
  });
});
