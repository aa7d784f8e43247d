import { fileURLToPath } from "node:url";
import react from "@vitejs/plugin-react";
import { defineConfig } from "vite";

const here = (file: string) => fileURLToPath(new URL(file, import.meta.url));

// The workbench is a build of its own: nothing of it can come into the app's files. Its script for the frames has a plain name.
export default defineConfig({
  root: here("."),
  base: "/workbench/",
  plugins: [react()],
  build: {
    outDir: here("../../dist/workbench"),
    emptyOutDir: true,
    target: "es2022",
    modulePreload: { polyfill: false },
    reportCompressedSize: false,
    rolldownOptions: {
      input: { index: here("./index.html"), probe: here("./probe/probe.ts") },
      output: { entryFileNames: "[name].js", chunkFileNames: "parts/[name]-[hash].js" },
    },
  },
});
