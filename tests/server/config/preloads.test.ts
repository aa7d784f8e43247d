import { expect, test } from "vitest";
import type { OrganisationRelease, Release } from "#server/config/release.ts";
import { toPreloads } from "#server/config/preloads.ts";

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
  { id: "intro", route: "/ekyc/:formId/:txnId?", body: [{ id: "list", block: "list" }] },
];
const manifest = {
  documents: {
    "bundle/shell": "/d/shell",
    "bundle/screen.door": "/d/door",
    "bundle/screen.intro": "/d/intro",
    "bundle/screen.inside": "/d/inside",
    "bundle/request.loan": "/d/loan",
    "locale/en": "/d/en",
  },
  validators: { "number#main": "/v/number", "code#main": "/v/code" },
};
const models: Record<string, { fields: { field: { widget: string } }[] }> = {
  number: { fields: [{ field: { widget: "phone" } }] },
  code: { fields: [{ field: { widget: "otp" } }] },
};
const organisation = {
  get: () => undefined,
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
  words: {
    "block:form": ["/assets/Form.js"],
    "block:list": ["/assets/List.js"],
    "block:dialog": ["/assets/Dialog.js"],
    "widget:phone": ["/assets/Phone.js"],
    "widget:otp": ["/assets/Otp.js"],
  },
  runtimeUrl: "/assets/runtime.js",
};

const linksOf = (path: string, query = "", language?: string) =>
  [
    ...toPreloads(release, path, new URLSearchParams(query), language, code).matchAll(
      /rel="(\w+)"[^>]* href="([^"]+)"/g,
    ),
  ].map(([, rel, href]) => `${rel} ${href}`);

test("a page links its documents, and the code of its blocks and of its first form", () => {
  expect(linksOf("/door", "", "hi-IN,hi;q=0.9").sort()).toEqual([
    "modulepreload /assets/Form.js",
    "modulepreload /assets/Phone.js",
    "modulepreload /assets/runtime.js",
    "modulepreload /v/number",
    "preload /config/manifest?locale=hi",
    "preload /d/door",
    "preload /d/en",
    "preload /d/shell",
  ]);
});

test("where an address may mean two screens, both bundles are linked and only the code that both need", () => {
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

test("an unknown organisation and an unknown path link no screen", () => {
  expect(linksOf("/door", "orgId=nobody")).toEqual([]);
  expect(linksOf("/nowhere").filter((link) => /screen|assets|door/.test(link))).toEqual([]);
});
