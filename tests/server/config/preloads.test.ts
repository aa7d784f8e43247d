import { expect, test } from "vitest";
import type { OrganisationRelease, Release } from "#server/config/release.ts";
import { readPageHints } from "#server/config/page-hints.ts";
import { toPreloadLinks } from "#server/config/preloads.ts";

const form = (id: string, name: string) => ({ id, block: "form", form: name });
const screens = [
  {
    id: "door",
    route: "/door",
    body: [
      { id: "card", block: "group", body: [form("a", "number")] },
      form("b", "code"),
      { id: "ask", block: "dialog", body: [] },
    ],
  },
  { id: "inside", route: "/ekyc/:formId/:txnId?", body: [{ id: "list", block: "list" }, form("c", "number")] },
  { id: "seen", route: "/seen", access: "signedIn", body: [{ id: "list", block: "list" }] },
  { id: "unseen", route: "/seen", access: "signedOut", body: [form("d", "number")] },
  { id: "intro", route: "/ekyc/:formId/:txnId?", body: [{ id: "list", block: "list" }] },
];
const manifest = {
  documents: {
    "bundle/shell": "/d/shell",
    "bundle/screen.seen": "/d/seen",
    "bundle/screen.unseen": "/d/unseen",
    "bundle/screen.door": "/d/door",
    "bundle/screen.intro": "/d/intro",
    "bundle/screen.inside": "/d/inside",
    "bundle/request.loan": "/d/loan",
    "bundle/verification.degree": "/d/degree",
    "locale/en": "/d/en",
    "locale/hi": "/d/hi",
  },
  validators: { "number#main": "/v/number", "code#main": "/v/code", "papers#a": "/v/papers-a" },
};
const models: Record<string, { fields: { field: { widget: string } }[] }> = {
  number: { fields: [{ field: { widget: "phone" } }] },
  code: { fields: [{ field: { widget: "otp" } }] },
  papers: { fields: ["file", "file", "file", "date"].map((widget) => ({ field: { widget } })) },
};
const organisation = {
  get: (kind: string, id: string) =>
    kind === "verification" && id === "degree" ? { form: "papers" } : kind === "locale" ? { id } : undefined,
  list: () => screens,
  manifest: () => manifest,
  formModel: (id: string) => models[id],
} as unknown as OrganisationRelease;
const release = {
  organisations: new Map([["acme", organisation]]),
  defaultOrgId: "acme",
  locales: [{ id: "en", name: "English", direction: "ltr" }],
} as unknown as Release;
const code = {
  byName: {
    "block:form": ["/assets/Form.js"],
    "block:list": ["/assets/List.js"],
    "block:dialog": ["/assets/Dialog.js"],
    "widget:phone": ["/assets/Phone.js"],
    "widget:otp": ["/assets/Otp.js"],
    "widget:file": ["/assets/File.js"],
    "form:large": ["/assets/Large.js"],
  },
  runtimeUrl: "/assets/runtime.js",
};

const linksOf = (path: string, query = "", acceptLanguage?: string, cookie?: string) =>
  [
    ...toPreloadLinks(
      release,
      { pathname: path, query: new URLSearchParams(query), acceptLanguage, hints: readPageHints(cookie, path) },
      code,
    ).matchAll(/rel="(\w+)"[^>]* href="([^"]+)"/g),
  ].map(([, rel, href]) => `${rel} ${href}`);

test("links definitions and the code of blocks and first form", () => {
  expect(linksOf("/door", "", "hi-IN,hi;q=0.9").sort()).toEqual([
    "modulepreload /assets/Form.js",
    "modulepreload /assets/Phone.js",
    "modulepreload /assets/runtime.js",
    "modulepreload /v/number",
    "preload /config/manifest?locale=hi",
    "preload /d/door",
    "preload /d/hi",
    "preload /d/shell",
  ]);
});

test("links both bundles and the shared code when an address matches two screens", () => {
  expect(linksOf("/ekyc/loan", "orgId=acme").sort()).toEqual([
    "modulepreload /assets/List.js",
    "preload /config/manifest?orgId=acme&amp;locale=en",
    "preload /d/en",
    "preload /d/inside",
    "preload /d/intro",
    "preload /d/loan",
    "preload /d/shell",
  ]);
});

test("links no screen for an unknown organisation or path", () => {
  expect(linksOf("/door", "orgId=nobody")).toEqual([]);
  expect(linksOf("/nowhere").filter((link) => /screen|assets|door/.test(link))).toEqual([]);
});

test("links the hints of a signed-in page, in its language and organisation", () => {
  const query = "orgId=acme&locale=hi&path=%2Fseen&bundles=request.loan+verification.degree+screen.gone+toString";
  const links = linksOf("/seen", "", "en", `other=1; sanad-page-hints=${query}`);
  expect(links.sort()).toEqual([
    "modulepreload /assets/File.js",
    "modulepreload /assets/Large.js",
    "modulepreload /assets/List.js",
    "modulepreload /assets/runtime.js",
    "modulepreload /v/papers-a",
    "preload /config/manifest?orgId=acme&amp;locale=hi",
    "preload /d/degree",
    "preload /d/hi",
    "preload /d/loan",
    "preload /d/seen",
    "preload /d/shell",
  ]);
});

test("ignores hints for another path", () => {
  const links = linksOf("/door", "", "en", "sanad-page-hints=orgId=acme&locale=en&path=%2Fseen&bundles=request.loan");
  expect(links).not.toContain("preload /d/loan");
  expect(links).toContain("preload /d/door");
});

test("links the signed-out screen for a signed-out visitor", () => {
  expect(linksOf("/seen")).toContain("preload /d/unseen");
  expect(linksOf("/seen")).not.toContain("preload /d/seen");
});

test("ignores an invalid cookie", () => {
  for (const cookie of [
    "sanad-page-hints=",
    "sanad-page-hints=%",
    `sanad-page-hints=bundles=${"x".repeat(500)}`,
    "sanad-page-hints=a=b;;",
  ])
    expect(linksOf("/door", "", "en", cookie)).toContain("preload /d/door");
});
