import type { ConfigClient } from "#renderer/data/config-client.ts";

/** Formats '{title} - {form name} | {brand}' and drops empty parts. */
export function toPageTitle(config: ConfigClient, title: string, roots: Readonly<Record<string, unknown>>): string {
  const { displayName, name } = config.get("organisation", config.orgId);
  const form = (roots["transaction"] as { form?: { name?: string } } | undefined)?.form?.name ?? "";
  const heading = [title, form === title ? "" : form].filter(Boolean).join(" - ");
  return [heading, displayName ?? name].filter(Boolean).join(" | ");
}
