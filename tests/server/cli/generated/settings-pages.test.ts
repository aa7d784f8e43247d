import { readFileSync } from "node:fs";
import path from "node:path";
import { parseEnv } from "node:util";
import { expect, it } from "vitest";
import { readCredentials } from "#server/checkout/providers/drivers.ts";
import { listGroups, toSettingsPages } from "#server/cli/generated/settings-pages.ts";
import { loadSettings } from "#server/platform/settings.ts";
import { appRoot } from "#server/root.ts";

const settings = [...listGroups().values()].flat();

it.each([...toSettingsPages()])("%s is up to date; otherwise run npm run meta", (file, text) => {
  expect(readFileSync(path.join(appRoot, file), "utf8")).toBe(text);
});

it.each(settings)("describes $name in one sentence of at most 120 characters", ({ description }) => {
  expect(description).toMatch(/^[^\n|]{8,119}\.$/);
  expect(description).not.toMatch(/[.!?] [A-Z]/);
});

it("names each setting once", () => {
  const names = settings.map(({ name }) => name);
  expect(names.filter((name, at) => names.indexOf(name) !== at)).toEqual([]);
});

it("accepts .env.example once the required lines are filled in", () => {
  const example = readFileSync(path.join(appRoot, ".env.example"), "utf8");
  const load = (text: string) => loadSettings(parseEnv(text) as Record<string, string>, readCredentials);
  expect(() => load(example)).toThrow(/must be set: SMTP_URL, MAIL_FROM, SMS_GATEWAY_URL, PUBLIC_URL/);
  const filled = example
    .replace(/^(\w+_SECRET)=$/gm, `$1=${"x".repeat(32)}`)
    .replace("\nSMTP_URL=", "\nSMTP_URL=smtps://mail.example")
    .replace("\nMAIL_FROM=", "\nMAIL_FROM=wallet@mail.example")
    .replace(/^((?:PUBLIC|SMS_GATEWAY)_URL)=$/gm, "$1=https://wallet.example");
  expect(load(filled)).toMatchObject({ sandbox: false, production: true, publicUrl: "https://wallet.example" });
  const defaults = example.replace(/^#(\w+=.+)$/gm, "$1").replace("NODE_ENV=production", "SANDBOX=1");
  expect(load(defaults)).toEqual(load("SANDBOX=1"));
});
