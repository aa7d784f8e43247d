import { minify } from "terser";
import type { Plugin } from "vite";

/** Every first visit waits for these, so a second minifier goes over them before the first: a hundredth less, for seconds of the build. */
const waitedFor = ["first-screen", "form"];

export const firstPass: Plugin = {
  name: "first-pass",
  apply: "build",
  renderChunk: {
    order: "post",
    async handler(code, { name }) {
      if (!waitedFor.includes(name.split("~")[0] ?? "")) return null;
      // Names are the first minifier's, and so is what a property may do: reading one has no effect (vite.config.ts).
      const { code: made } = await minify(code, {
        module: true,
        mangle: false,
        compress: { ecma: 2020, pure_getters: true },
        format: { ecma: 2020 },
      });
      return made === undefined ? null : { code: made, map: null };
    },
  },
};
