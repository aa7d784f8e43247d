import { expect, it } from "vitest";
import { cpuMs } from "../../../support/cpu-time.ts";
import { tryPattern } from "#server/config/patterns/try-pattern.ts";
import { toTrialTexts } from "#server/config/patterns/trial-texts.ts";
import { redosPatterns } from "./redos-patterns.ts";

it.each(redosPatterns)("finds quickly that %s is slow on some text", async (pattern) => {
  let fault: ReturnType<typeof tryPattern>;
  expect(await cpuMs(() => (fault = tryPattern({ pattern, maxLength: 1_000 })))).toBeLessThan(5_000);
  expect(fault).toMatchObject({ code: "pattern/slow" });
  expect(fault?.message).toMatch(/is slow on some texts, such as ".+" \(\d+ characters\)/);
});

it.each([
  "^[0-9]{6}$",
  "^[^@\\s]+@[^@\\s]+\\.[a-z]{2,}$",
  "^https?://[^/]+/.*$",
  "^\\p{L}[\\p{L} .'-]*$",
  "^(?:[A-Z]{2}[0-9]{2}){1,3}$",
  "^([^,]*,)*$",
  "^[A-Za-z0-9 /-]{5,24}$",
  "^[a-z]*[a-z0-9]*$",
  "^.*x.*$",
  "",
  "^$",
])("accepts %s, which is quick on all texts", (pattern) => {
  expect(tryPattern({ pattern, maxLength: 1_000 })).toBeUndefined();
});

it("measures a pattern by the maximum length of its values", () => {
  const pattern = "^.*x.*x.*x.*y$";
  expect(tryPattern({ pattern, maxLength: 64 })).toBeUndefined();
  expect(tryPattern({ pattern, maxLength: 1_000 })).toMatchObject({ code: "pattern/slow" });
});

it("rejects a pattern that the server's engine does not support, without measuring it", () => {
  expect(tryPattern({ pattern: "^a{2000}$", maxLength: 1_000 })).toMatchObject({ code: "pattern/invalid" });
});

it("makes texts that reach each repetition, repeat its content and end without a match", () => {
  const texts = toTrialTexts("^ab-(?:c[de]){1,}f$", 20);
  expect(texts.every((text) => text.length <= 20)).toBe(true);
  expect(texts.some((text) => /^ab-(cd){8}[^cdef]$/.test(text))).toBe(true);
});
