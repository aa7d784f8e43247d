import { readFileSync } from "node:fs";
import path from "node:path";
import type { Plugin } from "vite";

interface Chunk {
  type: "chunk";
  fileName: string;
  facadeModuleId: string | null;
  moduleIds: string[];
  imports: string[];
  isEntry: boolean;
}

/** The registries of what documents may name, with the first part of the words in a bundle: "block:form", "widget:file". */
const registries = { block: "../blocks/index.ts", widget: "../../widgets/index.ts" };

/** What else is fetched with documents: a screen that loads roots needs what makes them, a form that is not plain what draws it. */
const others = { "screen:load": "../data/roots.ts", "form:large": "../form/parts/RjsfSection.tsx" };

/**
 * Writes `.vite/words.json`: for each block and widget, and what else documents need, the files that it is fetched in, so that the server can link them
 * into a page whose documents name it (server/config/preloads.ts).
 */
export const wordChunks: Plugin = {
  name: "word-chunks",
  apply: "build",
  generateBundle(_, bundle) {
    const chunks = Object.values(bundle).filter((part) => part.type === "chunk");
    const there = new Set(
      chunks
        .filter(({ isEntry, facadeModuleId }) => isEntry && facadeModuleId?.endsWith("index.html"))
        .flatMap((entry) => closeOver([entry], chunks)),
    );
    const words: Record<string, string[]> = {};
    const add = (word: string, place: string) => {
      const chunk =
        chunks.find(({ facadeModuleId }) => facadeModuleId === place) ??
        chunks.find(({ moduleIds }) => moduleIds.includes(place));
      if (!chunk) this.error(`${word} is fetched from ${place}, which is no file of the build.`);
      words[word] = closeOver([chunk], chunks)
        .filter((part) => !there.has(part))
        .map(({ fileName }) => `/${fileName}`);
    };
    for (const [word, file] of Object.entries(others)) add(word, path.resolve(import.meta.dirname, file));
    for (const [kind, file] of Object.entries(registries)) {
      const registry = path.resolve(import.meta.dirname, file);
      for (const [, name, source] of readFileSync(registry, "utf8").matchAll(
        /^\s*"?([\w-]+)"?: .*import\("(\.[^"]+)"\)/gm,
      )) {
        add(`${kind}:${name}`, path.resolve(path.dirname(registry), source!));
      }
    }
    this.emitFile({ type: "asset", fileName: ".vite/words.json", source: JSON.stringify(words) });
  },
};

/** Chunks with all that they import, each once. */
function closeOver(roots: readonly Chunk[], chunks: readonly Chunk[]): Chunk[] {
  const closed = new Set(roots);
  for (const { imports } of closed)
    for (const name of imports) {
      const imported = chunks.find(({ fileName }) => fileName === name);
      if (imported) closed.add(imported);
    }
  return [...closed];
}
