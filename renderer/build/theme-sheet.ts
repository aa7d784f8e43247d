import { createRequire } from "node:module";
import type { Plugin } from "vite";
import { toBrandRamp } from "../../engine/documents/brand-ramp.ts";

type Theme = Record<string, string | number>;

// It comes with Fluent, and must be the very one that it uses.
const { createLightTheme, createDarkTheme } = createRequire(
  createRequire(import.meta.url).resolve("@fluentui/react-components/package.json"),
)("@fluentui/react-theme") as Record<"createLightTheme" | "createDarkTheme", (ramp: Record<number, string>) => Theme>;

/** The colour before the organisation's is known. */
const firstColour = "#1f5fbf";
const font = "'Segoe UI', system-ui, -apple-system, Roboto, 'Noto Sans', 'Noto Sans Devanagari', sans-serif";

/**
 * Adds Fluent's light and dark theme to page.css as custom properties, the brand's shades in them as `--brand-10` … 160,
 * which renderer/app/theme.ts sets from an organisation's colour. So no script carries or computes two themes, and a
 * change between light and dark draws nothing again.
 */
export const themeSheet: Plugin = {
  name: "theme-sheet",
  enforce: "pre",
  transform: {
    filter: { id: /[\\/]renderer[\\/]page\.css$/ },
    handler: (code) => ({ code: toThemeSheet() + code, map: null }),
  },
};

/** The custom properties of both themes, as a style sheet. */
export function toThemeSheet(): string {
  const shades = toBrandRamp(firstColour);
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
