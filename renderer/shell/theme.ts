import { createDarkTheme, createLightTheme, type BrandVariants, type Theme } from "@fluentui/react-components";
import { toBrandRamp } from "#engine/documents/brand-ramp.ts";

/** The light or dark theme of a brand's one colour; the rest is Fluent's neutral greys. */
export function toTheme(brandColour: string, dark: boolean): Theme {
  const ramp = toBrandRamp(brandColour) as unknown as BrandVariants;
  const theme = dark ? createDarkTheme(ramp) : createLightTheme(ramp);
  const font = "'Segoe UI', system-ui, -apple-system, Roboto, 'Noto Sans', 'Noto Sans Devanagari', sans-serif";
  return { ...theme, fontFamilyBase: font, borderRadiusLarge: "8px", ...(dark ? { colorBrandForeground1: ramp[110], colorBrandForegroundLink: ramp[110] } : {}) };
}
