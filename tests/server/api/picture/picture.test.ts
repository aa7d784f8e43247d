import { beforeAll, expect, test } from "vitest";
import type { BlockDocument } from "#engine/documents/fragments.ts";
import type { ScreenDocument } from "#engine/documents/screen.ts";
import { drawPicture, type Picture } from "#server/api/picture/picture.ts";
import type { OrganisationRelease, Release } from "#server/config/release.ts";
import { documentsConfig } from "../../documents-config.ts";

let release: Release;
beforeAll(async () => {
  release = (await documentsConfig()).current();
});

function draw(
  address: string,
  change: Partial<{ language: string; screens: Partial<ScreenDocument>[] }> = {},
): Picture | undefined {
  const { pathname, searchParams: query } = new URL(address, "http://localhost");
  const found = release.organisations.get(query.get("orgId") ?? release.defaultOrgId)!;
  const organisation = change.screens
    ? ({ ...found, list: () => change.screens } as unknown as OrganisationRelease)
    : found;
  const language = change.language ?? "en";
  return drawPicture({ organisation, pathname, query, language, now: new Date("2026-01-01"), sandbox: true });
}
const toWords = (html = "") =>
  html
    .replaceAll(/<[^>]*>/g, "\n")
    .split("\n")
    .filter(Boolean);
const screen = (more: Partial<ScreenDocument> & { body: BlockDocument[] }) =>
  ({ id: "a", route: "/a", title: "A", ...more }) as ScreenDocument;

test("the first look of the page to sign in says the words of its document, and no step that comes later", () => {
  const words = toWords(draw("/login")?.body);
  expect(words).toEqual(expect.arrayContaining(["Sign up / Login", "Mobile number", "Continue", "Privacy Policy"]));
  expect(words).not.toContain("Verify");
});

test("who comes to what is for the signed-in sees the page to sign in", () => {
  expect(draw("/")).toEqual(draw("/login"));
  expect(draw("/no/such/place")).toEqual(draw("/login"));
});

test("the intro of a request says what is asked in the language of the page", () => {
  const words = toWords(draw("/ekyc/education-evaluation?orgId=gce", { language: "hi" })?.body);
  const translate = release.organisations.get("gce")!.get("locale", "hi")!.texts["Start Verification"];
  expect(words).toContain(translate);
  expect(words).not.toContain("Start Verification");
});

test("the colours are those of the organisation that asks", () => {
  expect(draw("/login?orgId=harbour")?.style).not.toBe(draw("/login?orgId=gce")?.style);
});

test("nothing of it can be pressed or is read out, and what documents say is text", () => {
  const body: BlockDocument[] = [
    { id: "t", block: "text", style: "title", text: "<b>5 & 6</b>" } as BlockDocument,
    { id: "gone", block: "text", when: { "===": [1, 2] }, text: "never" } as BlockDocument,
    { id: "other", block: "timeline" } as BlockDocument,
  ];
  const picture = draw("/a", { screens: [screen({ body })] })?.body ?? "";
  expect(picture).toMatch(/^<div id="picture" aria-hidden="true" inert>/);
  expect(picture).toContain("&lt;b&gt;5 &amp; 6&lt;/b&gt;");
  expect(picture).toContain('<div class="p-shape">');
  expect(picture).not.toContain("never");
  expect(picture).not.toMatch(/<(a|button|input|script)\b|\sstyle=/);
});

test("of two screens at one address it draws the one whose rule holds for a visitor", () => {
  const of = (id: string, when?: ScreenDocument["when"], access?: ScreenDocument["access"]) =>
    screen({
      id,
      ...(when !== undefined && { when }),
      ...(access && { access }),
      body: [{ id, block: "text", text: id } as BlockDocument],
    });
  const screens = [of("plain"), of("entry", { var: "session.showInitScreen" }), of("own", true, "signedIn")];
  expect(toWords(draw("/a", { screens })?.body)).toContain("entry");
});

test("where nobody can sign in nothing is drawn", () => {
  expect(draw("/elsewhere", { screens: [screen({ access: "public", body: [] })] })).toBeUndefined();
});
