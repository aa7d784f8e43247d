import { createRequire } from "node:module";
import type { Plugin } from "vite";
import { toBrandRamp } from "../../engine/core/definitions/brand-ramp.ts";

type Theme = Record<string, string | number>;

// Resolved through Fluent, so that it is the version that Fluent uses.
const { createLightTheme, createDarkTheme } = createRequire(
  createRequire(import.meta.url).resolve("@fluentui/react-components/package.json"),
)("@fluentui/react-theme") as Record<"createLightTheme" | "createDarkTheme", (ramp: Record<number, string>) => Theme>;

/** The brand colour until the organisation's colour is known. */
const defaultColour = "#1f5fbf";
const font = "'Segoe UI', system-ui, -apple-system, Roboto, 'Noto Sans', 'Noto Sans Devanagari', sans-serif";

/**
 * Adds Fluent's light and dark themes to page.css as custom properties. They use the brand's shades as `--brand-10` …
 * 160, which renderer/app/App.tsx sets. So the server-rendered placeholder has its colours before any script runs, and
 * a change between light and dark renders nothing again.
 */
export const themeSheet: Plugin = {
  name: "theme-sheet",
  enforce: "pre",
  transform: {
    filter: { id: /[\\/]renderer[\\/]page\.css$/ },
    handler: (code) => ({ code: toThemeSheet() + code, map: null }),
  },
};

/** The custom properties of both themes as a style sheet. */
export function toThemeSheet(): string {
  const shades = toBrandRamp(defaultColour);
  const ramp = Object.fromEntries(Object.keys(shades).map((step) => [step, `var(--brand-${step})`]));
  const own = { fontFamilyBase: font, borderRadiusLarge: "8px" };
  const light: Theme = { ...createLightTheme(ramp), ...own };
  const dark: Theme = {
    ...createDarkTheme(ramp),
    ...own,
    colorBrandForeground1: ramp[110]!,
    colorBrandForegroundLink: ramp[120]!,
  };
  const differing = Object.fromEntries(Object.entries(dark).filter(([name, value]) => light[name] !== value));
  const brand = Object.fromEntries(Object.entries(shades).map(([step, colour]) => [`brand-${step}`, colour]));
  return `:root{${toDeclarations({ ...brand, ...light })}}\n@media (prefers-color-scheme: dark){:root{${toDeclarations(differing)}}}\n`;
}

const toDeclarations = (values: Theme): string =>
  Object.entries(values)
    .map(([name, value]) => `--${name}:${value}`)
    .join(";");
