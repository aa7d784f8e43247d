import { mkdtemp, readFile, rm } from "node:fs/promises";
import { createServer } from "node:http";
import { tmpdir } from "node:os";
import path from "node:path";
import { fileURLToPath } from "node:url";
import react from "@vitejs/plugin-react";
import { build } from "vite";
import { toFormModel } from "#engine/core/form/form-model.ts";
import { toSectionSchemas } from "#engine/core/form/section-schemas.ts";
import { staticStyles } from "#renderer/build/static-styles.ts";
import { compileSectionModule } from "#server/config/compile-validator.ts";
import { toDocument } from "./bench-form.ts";

const here = fileURLToPath(new URL("./", import.meta.url));
const renderer = path.join(here, "../../../../../renderer");
const types: Readonly<Record<string, string>> = { ".html": "text/html", ".js": "text/javascript", ".css": "text/css" };

/** Builds the benchmark page for production and serves it with the validators of these sizes on a free port. */
export async function serveBench(sizes: readonly number[]): Promise<{ origin: string; close(): Promise<void> }> {
  const outDir = await mkdtemp(path.join(tmpdir(), "form-bench-"));
  await build({
    configFile: false,
    root: here,
    logLevel: "warn",
    plugins: [react(), staticStyles], // as the app is built
    resolve: {
      alias: [{ find: /^markdown-to-jsx(\/react)?$/, replacement: path.join(renderer, "form/plain-markdown.tsx") }],
    },
    build: {
      outDir,
      emptyOutDir: true,
      target: "es2022",
      modulePreload: { polyfill: false },
      chunkSizeWarningLimit: 5_000,
      rolldownOptions: {
        input: { index: path.join(here, "index.html"), "ajv-runtime": path.join(renderer, "form/ajv-runtime.ts") },
        preserveEntrySignatures: "strict",
        output: { entryFileNames: "[name].js" },
      },
    },
  });
  const validators = new Map<string, string>(
    sizes.flatMap((count) =>
      (["flat", "rows"] as const).flatMap((layout) =>
        toSectionSchemas(toFormModel(toDocument(count, layout), () => undefined)).map(
          ({ id, schema }) =>
            [`/validators/${layout}/${count}/${id}.js`, compileSectionModule(schema, "/ajv-runtime.js")] as const,
        ),
      ),
    ),
  );
  const server = createServer((request, response) => {
    const name = new URL(request.url ?? "/", "http://bench").pathname;
    const file = name === "/" ? "/index.html" : name;
    const body = validators.get(file) ?? readFile(path.join(outDir, path.normalize(file)));
    Promise.resolve(body).then(
      (content) =>
        response
          .writeHead(200, { "content-type": types[path.extname(file)] ?? "application/octet-stream" })
          .end(content),
      () => response.writeHead(404).end(),
    );
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", () => resolve()));
  const address = server.address();
  return {
    origin: `http://127.0.0.1:${typeof address === "object" && address ? address.port : 0}`,
    close: async () => {
      server.closeAllConnections();
      await new Promise<void>((resolve) => server.close(() => resolve()));
      await rm(outDir, { recursive: true, force: true });
    },
  };
}
