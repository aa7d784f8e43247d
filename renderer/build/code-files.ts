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

/** The registries with lazy imports, by the kind of feature in a bundle: "block:form", "widget:file". */
const registries = { block: "../blocks/index.ts", widget: "../../widgets/index.ts" };

/** Further lazy modules: root sources and sign-in by who signs in, and the renderer of large forms. */
const otherModules = {
  "roots:candidate": "../data/roots.ts",
  "roots:staff": "../data/staff-roots.ts",
  "sign-in:staff": "../data/staff-sign-in.ts",
  "form:large": "../form/parts/RjsfSection.tsx",
};

/**
 * Writes `.vite/code-files.json`: the files of each block, widget and other lazy module. The server links them into a
 * page whose definitions use them (server/config/preloads.ts). Vite's own manifest lacks the names of blocks.
 */
export const codeFiles: Plugin = {
  name: "code-files",
  apply: "build",
  generateBundle(_, bundle) {
    const chunks = Object.values(bundle).filter((part) => part.type === "chunk");
    const initial = new Set(
      chunks
        .filter(({ isEntry, facadeModuleId }) => isEntry && facadeModuleId?.endsWith("index.html"))
        .flatMap((entry) => withImports(entry, chunks)),
    );
    const files: Record<string, string[]> = {};
    const add = (name: string, module: string) => {
      const chunk =
        chunks.find(({ facadeModuleId }) => facadeModuleId === module) ??
        chunks.find(({ moduleIds }) => moduleIds.includes(module));
      if (!chunk) this.error(`The module ${module} of ${name} is not in the build.`);
      files[name] = withImports(chunk, chunks)
        .filter((part) => !initial.has(part))
        .map(({ fileName }) => `/${fileName}`);
    };
    for (const [name, file] of Object.entries(otherModules)) add(name, path.resolve(import.meta.dirname, file));
    for (const [kind, file] of Object.entries(registries)) {
      const registry = path.resolve(import.meta.dirname, file);
      for (const [, name, source] of readFileSync(registry, "utf8").matchAll(
        /^\s*"?([\w-]+)"?: .*import\("(\.[^"]+)"\)/gm,
      ))
        add(`${kind}:${name}`, path.resolve(path.dirname(registry), source!));
    }
    this.emitFile({ type: "asset", fileName: ".vite/code-files.json", source: JSON.stringify(files) });
  },
};

/** A chunk with all chunks that it imports, each once. */
function withImports(chunk: Chunk, chunks: readonly Chunk[]): Chunk[] {
  const found = new Set([chunk]);
  for (const { imports } of found)
    for (const name of imports) {
      const imported = chunks.find(({ fileName }) => fileName === name);
      if (imported) found.add(imported);
    }
  return [...found];
}
