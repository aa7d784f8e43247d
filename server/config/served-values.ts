import { existsSync } from "node:fs";
import { readFile, readdir } from "node:fs/promises";
import path from "node:path";
import type { CheckContext } from "#engine/authoring/check/support/definition-set.ts";
import { appRoot } from "#server/root.ts";

/** Names that definitions may use and the server knows: values of searched lists, and files of the page. */
export type ServedValues = Required<Pick<CheckContext, "listed">> & Pick<CheckContext, "files">;

/** The operations that search the lists of the seed data. Imports may add values. */
const listFiles = { "institutes.search": "institutes.json", "boards.search": "boards.json" };
/** Folders with the files of the page: the sources, and the built page of an installed server. */
const pageFolders = ["renderer/public", "dist/web"];

let loaded: Promise<ServedValues> | undefined;
/** Reads them once: they belong to the program. */
export const loadServedValues = (): Promise<ServedValues> => (loaded ??= read());

async function read(): Promise<ServedValues> {
  const lists = Object.entries(listFiles).map(async ([operation, file]) => {
    const text = await readFile(path.join(appRoot, "server/reference/lists", file), "utf8");
    const entries = JSON.parse(text) as { value: string }[];
    return [operation, new Set(entries.map(({ value }) => value))] as const;
  });
  const folders = pageFolders.map((folder) => path.join(appRoot, folder)).filter((folder) => existsSync(folder));
  const names = (await Promise.all(folders.map((folder) => readdir(folder)))).flat();
  return {
    listed: Object.fromEntries(await Promise.all(lists)),
    ...(folders.length > 0 && { files: new Set(names.map((name) => `/${name}`)) }),
  };
}
