import { beforeAll, expect, test } from "vitest";
import type { BlockDefinition } from "#engine/core/definitions/fragments.ts";
import type { ScreenDefinition } from "#engine/core/definitions/screen.ts";
import { renderPlaceholder, type Placeholder } from "#server/api/placeholder/placeholder.ts";
import type { OrganisationRelease, Release } from "#server/config/release.ts";
import { definitionsConfig } from "../../definitions-config.ts";

let release: Release;
beforeAll(async () => {
  release = (await definitionsConfig()).current();
});

function draw(
  address: string,
  change: Partial<{ language: string; screens: Partial<ScreenDefinition>[] }> = {},
): Placeholder | undefined {
  const { pathname, searchParams: query } = new URL(address, "http://localhost");
  const found = release.organisations.get(query.get("orgId") ?? release.defaultOrgId)!;
  const organisation = change.screens
    ? ({ ...found, list: () => change.screens } as unknown as OrganisationRelease)
    : found;
  const language = change.language ?? "en";
  return renderPlaceholder({ organisation, pathname, query, language, now: new Date("2026-01-01"), sandbox: true });
}
const toTexts = (html = "") =>
  html
    .replaceAll(/<[^>]*>/g, "\n")
    .split("\n")
    .filter(Boolean);
const screen = (more: Partial<ScreenDefinition> & { body: BlockDefinition[] }) =>
  ({ id: "a", route: "/a", title: "A", ...more }) as ScreenDefinition;

test("draws the sign-in page with the texts of its document, without later steps", () => {
  const texts = toTexts(draw("/login")?.body);
  expect(texts).toEqual(expect.arrayContaining(["Sign up / Login", "Mobile number", "Continue", "Privacy Policy"]));
  expect(texts).not.toContain("Verify");
});

test("draws the sign-in page at addresses that require a session", () => {
  expect(draw("/")).toEqual(draw("/login"));
  expect(draw("/no/such/place")).toEqual(draw("/login"));
});

test("draws the intro of a request in the language of the page", () => {
  const texts = toTexts(draw("/ekyc/education-evaluation?orgId=gce", { language: "hi" })?.body);
  const translate = release.organisations.get("gce")!.get("locale", "hi")!.texts["Start Verification"];
  expect(texts).toContain(translate);
  expect(texts).not.toContain("Start Verification");
});

test("uses the colours of the requesting organisation", () => {
  expect(draw("/login?orgId=harbour")?.style).not.toBe(draw("/login?orgId=gce")?.style);
});

test("is inert and hidden from screen readers, and escapes texts of documents", () => {
  const body: BlockDefinition[] = [
    { id: "t", block: "text", style: "title", text: "<b>5 & 6</b>" } as BlockDefinition,
    { id: "gone", block: "text", when: { "===": [1, 2] }, text: "never" } as BlockDefinition,
    { id: "other", block: "timeline" } as BlockDefinition,
  ];
  const html = draw("/a", { screens: [screen({ body })] })?.body ?? "";
  expect(html).toMatch(/^<div id="server-placeholder" aria-hidden="true" inert>/);
  expect(html).toContain("&lt;b&gt;5 &amp; 6&lt;/b&gt;");
  expect(html).toContain('<div class="p-shape">');
  expect(html).not.toContain("never");
  expect(html).not.toMatch(/<(a|button|input|script)\b|\sstyle=/);
});

test("draws the screen whose rule holds for a visitor when two have the same address", () => {
  const of = (id: string, when?: ScreenDefinition["when"], access?: ScreenDefinition["access"]) =>
    screen({
      id,
      ...(when !== undefined && { when }),
      ...(access && { access }),
      body: [{ id, block: "text", text: id } as BlockDefinition],
    });
  const screens = [of("plain"), of("entry", { var: "session.showInitScreen" }), of("own", true, "signedIn")];
  expect(toTexts(draw("/a", { screens })?.body)).toContain("entry");
});

test("draws nothing when no sign-in is possible", () => {
  expect(draw("/elsewhere", { screens: [screen({ access: "public", body: [] })] })).toBeUndefined();
});
