import { fileURLToPath } from "node:url";
import react from "@vitejs/plugin-react";
import { defineConfig } from "vite";
import { codeFiles } from "./build/code-files.ts";
import { staticStyles } from "./build/static-styles.ts";
import { themeSheet } from "./build/theme-sheet.ts";

const here = (file: string) => fileURLToPath(new URL(file, import.meta.url));

// The web build. It has two entries: the app, and the runtime that precompiled validators import.
export default defineConfig({
  root: here("."),
  plugins: [react(), themeSheet, staticStyles, codeFiles],
  resolve: {
    // rjsf renders Markdown in descriptions only, and ours are plain text. Saves 27 KB on each large form.
    alias: [{ find: /^markdown-to-jsx(\/react)?$/, replacement: here("./form/plain-markdown.tsx") }],
  },
  build: {
    outDir: here("../dist/web"),
    emptyOutDir: true,
    target: "es2022",
    manifest: true,
    modulePreload: false, // the server links what a page needs (server/config/preloads.ts)
    reportCompressedSize: false,
    chunkSizeWarningLimit: 700, // `npm run bench bundle` measures what a page fetches
    assetsInlineLimit: 0, // a file is cached and fetched only when it is shown; a data: URL is in the chunk
    rolldownOptions: {
      input: { app: here("./index.html"), "ajv-runtime": here("./form/ajv-runtime.ts") },
      preserveEntrySignatures: "strict",
      treeshake: {
        // Reading a property has no side effect in our code and libraries, so unused classes can go.
        propertyReadSideEffects: false,
        // Modules in engine/ only define things: a page that builds roots then carries no contracts.
        moduleSideEffects: [
          { test: new RegExp(`^${here("../engine/").replaceAll(/[^\w]/g, "\\$&")}`), sideEffects: false },
          { test: /[\\/]node_modules[\\/]typebox[\\/]/, sideEffects: false },
        ],
      },
      output: {
        chunkFileNames: "assets/[name]-[hash].js",
        codeSplitting: {
          groups: [
            {
              // The code of every page is one file. The validators' runtime must not import it.
              name: "first-screen",
              tags: ["$initial"],
              test: /^(?!.*[\\/](ajv|fast-deep-equal|ajv-runtime\.ts)([\\/]|$))/,
            },
          ],
        },
      },
    },
  },
});
