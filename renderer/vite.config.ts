import { fileURLToPath } from "node:url";
import react from "@vitejs/plugin-react";
import { defineConfig } from "vite";
import { leanGriffel, leanMutations, leanPreload, leanQuery, leanRouter, leanWaiting } from "./build/lean-packages.ts";
import { codeGroups } from "./build/code-groups.ts";
import { firstPass } from "./build/first-pass.ts";
import { readyStyles } from "./build/ready-styles.ts";
import { wordChunks } from "./build/word-chunks.ts";
import { themeSheet } from "./build/theme-sheet.ts";

const here = (file: string) => fileURLToPath(new URL(file, import.meta.url));

// The web build. Two entries: the app, and the runtime that the precompiled validators import by its address.
export default defineConfig({
  root: here("."),
  plugins: [
    react(),
    leanRouter,
    leanGriffel,
    leanMutations,
    leanPreload,
    leanQuery,
    leanWaiting,
    themeSheet,
    readyStyles,
    wordChunks,
    firstPass,
  ],
  resolve: {
    // rjsf reads markdown only in descriptions, which we write as text: 27 KB less on every form screen.
    alias: [{ find: /^markdown-to-jsx(\/react)?$/, replacement: here("./form/plain-markdown.tsx") }],
  },
  build: {
    outDir: here("../dist/web"),
    emptyOutDir: true,
    target: "es2022",
    manifest: true,
    // The server links what a page needs (server/config/preloads.ts); what is fetched later comes in few files.
    modulePreload: false,
    reportCompressedSize: false,
    chunkSizeWarningLimit: 700, // `npm run bench bundle` measures what counts
    // A data: URL would be carried by the chunk; a file is fetched when it is shown, and cached.
    assetsInlineLimit: 0,
    rolldownOptions: {
      input: { app: here("./index.html"), "ajv-runtime": here("./form/ajv-runtime.ts") },
      preserveEntrySignatures: "strict",
      // Reading a property has no effect here: a class that nobody uses may go with what it extends.
      // A contract beside a root's maker is for the server and the check: a page that only makes roots carries no schema.
      treeshake: {
        propertyReadSideEffects: false,
        moduleSideEffects: [
          { test: new RegExp(`^${here("../engine/").replaceAll(/[^\w]/g, "\\$&")}`), sideEffects: false },
          { test: /[\\/]node_modules[\\/]typebox[\\/]/, sideEffects: false },
        ],
      },
      output: {
        // A shared part is named after all who share it, which is no name for a file.
        chunkFileNames: ({ name }) => `assets/${name.split("~")[0]}-[hash].js`,
        codeSplitting: {
          groups: codeGroups,
        },
      },
    },
  },
});
