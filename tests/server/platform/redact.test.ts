import { describe, expect, test } from "vitest";
import { isPlainId, redactText } from "#server/platform/redact.ts";

const jwt = "eyJhbGciOiJFUzI1NiIsInR5cCI6IkpXVCJ9.eyJzdWIiOiIxMjM0NTY3ODkwIn0.c2lnbmF0dXJl";
const secret = "q3Zr8Vb0Yt5Kc1Xw7Nd2Lm9Pe4Hs6JgA";

describe("redactText", () => {
  test.each([
    ["ASCII digits", "call 98765 43210 now"],
    ["digits with separators", "call +91-98765-43210, (98765) 43210, 98.76.54.32.10 now"],
    ["Devanagari digits", "call ९८७६५४३२१० now"],
    ["Arabic-Indic digits", "call ٩٨٧٦٥٤٣٢١٠ now"],
    ["extended Arabic-Indic digits", "call ۹۸۷۶۵ now"],
    ["Bengali digits", "call ৯৮৭৬৫ now"],
    ["full-width digits", "call ９８７６５ now"],
    ["mathematical digits", "call 𝟗𝟖𝟕𝟔𝟓 now"],
    ["digits of several scripts", "call 9८7६５ now"],
    ["digits with zero-width characters between", "call 9\u200b8\u200b7\u200b6\u200b5 now"],
    ["percent-encoded digits", "call %39%38%37%36%35 now"],
    ["percent-encoded Devanagari digits", `call ${encodeURIComponent("९८७६५")} now`],
    ["a PAN", "call ABCPV1234K now"],
    ["digits with letters between", "call 9876x5432x10 now"],
    ["a date of birth", "call 1999-12-31 now"],
  ])("removes %s", (_name, text) => {
    expect(redactText(text).replaceAll(/…[^a-z]*…/g, "…")).toMatch(/^call [^\p{N}]*… now$/u);
  });

  test.each(["1234", "१२३४", "status 500, code 101", "HTTP 404", "step 3 of 12"])("keeps %s", (text) => {
    expect(redactText(text)).toBe(text);
  });

  test.each([
    "asha.verma+degree@mail.example",
    "asha@mail.example.co.in",
    "आशा@उदाहरण.भारत",
    "asha＠mail.example",
    "asha%40mail.example",
    "'asha@mail.example'",
    "mailto:asha@mail.example",
  ])("removes the mail address %s", (address) => {
    const text = redactText(`sent to ${address} at once`);
    expect(text).not.toMatch(/asha|आशा|mail\.|उदाहरण/);
    expect(text).toMatch(/^sent to .*…'? at once$/);
  });

  test.each([
    ["a JWT", jwt],
    ["an SD-JWT with disclosures", `${jwt}~WyJzYWx0IiwibmFtZSIsIkFzaGEiXQ~`],
    ["a JWE", `${jwt}.AAAA.BBBB`],
    ["a bearer token", `Bearer ${secret}`],
    ["an opaque token", secret],
  ])("removes %s", (_name, token) => {
    expect(redactText(`refused ${token} here`)).toMatch(/^refused (Bearer )?…~? here$/);
  });

  test.each([
    `https://wallet.example/shared/${secret}`,
    "https://wallet.example/shared/short-secret",
    "https://user:password@wallet.example/x",
    `https://wallet.example/login?sso=${jwt}`,
    "https://wallet.example/form#code=hush",
    "https://wallet.example?sso=hush",
    "openid-credential-offer://?credential_offer_uri=https%3A%2F%2Fwallet.example%2Fhush",
  ])("keeps at most the origin of %s", (address) => {
    const text = redactText(`could not open ${address} (again)`);
    expect(text).not.toMatch(/secret|hush|password|shared|eyJ|q3Z/);
    expect(text).toMatch(/^could not open .*… \(again\)$/);
  });

  test.each(["/shared/abc", "/shared?secret=abc", "/shared#abc", "/login?sso=abc&orgId=gce"])(
    "keeps the first segment of the path %s at most",
    (path) => {
      expect(redactText(`no page for ${path} here`)).toMatch(/^no page for \/(shared|login)\/… here$/);
    },
  );

  test("removes the value of a query without an address", () => {
    expect(redactText("got ?code=abc&state=def")).toBe("got ?code=…&state=…");
  });

  test("keeps functions, files and positions of a stack, of every browser", () => {
    const file = "https://wallet.example/assets/app-B81x2345.js:1:234567";
    const stack = `Error\n    at send (${file})\nsend@${file}`;
    expect(redactText(stack)).toBe(stack);
  });

  test("takes time in proportion to the text", () => {
    const startedAt = performance.now();
    for (const text of ["9 ".repeat(4000), "a".repeat(8000), "@".repeat(8000), "/".repeat(8000), "?a=".repeat(2600)])
      redactText(text);
    expect(performance.now() - startedAt).toBeLessThan(2000);
  });
});

test("accepts ids of releases and visits, and no number or token in their place", () => {
  for (const id of ["empty", "0123456789abcdef", "aghkpmcdbbaaffee", "4_0hHELhsvxJweDh"])
    expect(isPlainId(id)).toBe(true);
  for (const id of ["9876543210", "+919876543210", jwt, "asha@mail.example", "९८७६५४३२१०"])
    expect(isPlainId(id), id).toBe(false);
});
