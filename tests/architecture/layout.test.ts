import { readFileSync, readdirSync } from "node:fs";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { describe, expect, it } from "vitest";

// Rules of the repository layout that the linter does not cover.
const root = fileURLToPath(new URL("../..", import.meta.url));
const sources = ["engine", "widgets", "renderer", "server"];
const topLevel = [
  "package.json",
  "package-lock.json",
  "tsconfig.json",
  ...sources,
  "schemas",
  "fixtures",
  "tests",
  "README.md",
  "LICENSE",
];
const untracked = ["node_modules", "dist"];

/** Every file below a folder, as a path from the repository's root with forward slashes. */
function filesUnder(folder: string): string[] {
  return readdirSync(path.join(root, folder), { withFileTypes: true }).flatMap((entry) => {
    const place = path.posix.join(folder, entry.name);
    return entry.isDirectory() ? filesUnder(place) : [place];
  });
}

const isCode = (file: string) => /\.(ts|tsx|mjs)$/.test(file);
const files = sources.flatMap(filesUnder);

describe("the layout", () => {
  it("keeps the top level to the fixed list and dotfiles", () => {
    const found = readdirSync(root).filter((name) => !name.startsWith(".") && !untracked.includes(name));
    expect(found.filter((name) => !topLevel.includes(name))).toEqual([]);
  });

  it("has at most two folder levels, three in engine/ and server/, and one more only for parts/", () => {
    const tooDeep = files.filter(isCode).filter((file) => {
      const folders = file.split("/").slice(0, -1);
      const most = folders[0] === "server" || folders[0] === "engine" ? 4 : 3;
      return folders.length > most && !(folders.length === most + 1 && folders[most] === "parts");
    });
    expect(tooDeep).toEqual([]);
  });

  it("names only registries index.ts: each opens with how to add one, and none re-exports", () => {
    const wrong = files.filter((file) => {
      if (!/^index\.tsx?$/.test(path.posix.basename(file))) return false;
      const text = readFileSync(path.join(root, file), "utf8");
      const opening = text.slice(0, 600).split(/^import /m)[0] ?? "";
      return !/\badd\b|one more/i.test(opening) || /^export \*/m.test(text);
    });
    expect(wrong).toEqual([]);
  });

  it("names components in PascalCase and everything else in kebab-case", () => {
    const code = files.filter(isCode).map((file) => path.posix.basename(file));
    const wrong = code.filter(
      (name) =>
        !/^[a-z0-9]+(-[a-z0-9]+)*(\.(worker|config))?\.(ts|tsx|mjs)$/.test(name) &&
        !/^([A-Z][a-z0-9]*)+\.tsx$/.test(name),
    );
    expect(wrong).toEqual([]);
  });

  it("imports across server modules by #server/… only, so that the linter sees the arrow", () => {
    const leaving = files.filter(isCode).flatMap((file) => {
      const [top, module, ...rest] = file.split("/");
      if (top !== "server" || rest.length === 0) return [];
      const imported = readFileSync(path.join(root, file), "utf8").matchAll(/(?:from|import|import\() ?"(\.[^"]*)"/g);
      return [...imported]
        .map(([, place]) => path.posix.join(path.posix.dirname(file), place!))
        .filter((target) => !target.startsWith(`server/${module}/`) && !target.startsWith("dist/"))
        .map((target) => `${file} → ${target}`);
    });
    expect(leaving).toEqual([]);
  });

  it("has no folder or file named utils, helpers, common, misc or manager", () => {
    const words = /(^|[/-])(utils?|helpers?|common|misc|manager)([-./]|$)/;
    expect(files.filter((file) => words.test(file))).toEqual([]);
  });
});
