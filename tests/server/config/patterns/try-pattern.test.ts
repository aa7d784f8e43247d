import { expect, it } from "vitest";
import { cpuMs } from "../../../cpu-ms.ts";
import { tryPattern } from "#server/config/patterns/try-pattern.ts";
import { toTrialTexts } from "#server/config/patterns/trial-texts.ts";
import { runaways } from "./runaways.ts";

it.each(runaways)("%s takes long on some text, and finding that out does not", async (pattern) => {
  let fault: ReturnType<typeof tryPattern>;
  expect(await cpuMs(() => (fault = tryPattern({ pattern, maxLength: 1_000 })))).toBeLessThan(5_000);
  expect(fault).toMatchObject({ code: "pattern-slow" });
  expect(fault?.message).toMatch(/takes long on some texts, such as ".+" \(\d+ characters\)/);
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
])("%s is quick on all texts", (pattern) => {
  expect(tryPattern({ pattern, maxLength: 1_000 })).toBeUndefined();
});

it("how long a pattern takes is judged by how long its values may be", () => {
  const pattern = "^.*x.*x.*x.*y$";
  expect(tryPattern({ pattern, maxLength: 64 })).toBeUndefined();
  expect(tryPattern({ pattern, maxLength: 1_000 })).toMatchObject({ code: "pattern-slow" });
});

it("a pattern that the server's engine cannot take is refused before it is tried", () => {
  expect(tryPattern({ pattern: "^a{2000}$", maxLength: 1_000 })).toMatchObject({ code: "pattern-refused" });
});

it("the texts lead to each repetition, repeat what it repeats and end in what does not fit", () => {
  const texts = toTrialTexts("^ab-(?:c[de]){1,}f$", 20);
  expect(texts.every((text) => text.length <= 20)).toBe(true);
  expect(texts.some((text) => /^ab-(cd){8}[^cdef]$/.test(text))).toBe(true);
});
