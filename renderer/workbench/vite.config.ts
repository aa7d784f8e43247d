import { fileURLToPath } from "node:url";
import react from "@vitejs/plugin-react";
import { defineConfig } from "vite";

const here = (file: string) => fileURLToPath(new URL(file, import.meta.url));

// A separate build, so that no part of the workbench reaches the app. The probe has a fixed file name.
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
