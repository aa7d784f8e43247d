import { expect, test } from "vitest";
import { isEnglish } from "../../../support/english-words.ts";
import type { Fixture } from "../contracts.ts";
import { readFixtures } from "../read-fixtures.ts";
import { readSnapshot } from "./snapshot-files.ts";

// Checks the snapshots of fixtures that are in Hindi from the first page. e2e/hindi.spec.ts walks through it in a
// browser.

const beginsInHindi = ({ steps }: Fixture) => {
  const opened = steps.flatMap((step) => step.do).find((action) => "open" in action);
  return opened !== undefined && String(opened.open).includes("lang=hi");
};
const stories = readFixtures().filter(beginsInHindi);

/** Visible and announced text without its kind, page values and placeholder values. */
const toWords = (snapshot: string): string[] =>
  snapshot
    .split("\n")
    .filter((line) => /^title |^announced |^ {2}/.test(line) && !/^ {2}(?:[+-] )?(?:appearance|accepts) /.test(line))
    .map((line) =>
      line
        .replace(/^title |^announced |^ {2}(?:[+-] )?\w+ /, "")
        .replace(/ = '.*'$/, "")
        .replaceAll(/ \((?:on a small window|in the bar of a wide one)\)/g, "")
        .replace(/ \((?:required|invalid|expanded|checked| )+\)/, "")
        .replaceAll(/\{[^}]*\}/g, ""),
    )
    // An address has no language.
    .filter((words) => !words.startsWith("'/"));

test("covers home, a form, a profile, payments, notifications and sign-in", () => {
  const screens = stories.flatMap(({ name }) => readSnapshot(name).match(/^screen \S+/gm) ?? []);
  expect(screens).toEqual(
    expect.arrayContaining(
      [
        "home",
        "form",
        "profile",
        "insufficiency",
        "payment",
        "choose-payment-region",
        "transaction-history",
        "notifications",
        "login",
      ].map((screen) => `screen ${screen}`),
    ),
  );
});

test.each(stories.map((story) => [story.name, story] as const))("nothing is left in English: %s", (name, story) => {
  const own = (text: string) => text.replaceAll(story.candidate?.name ?? "-", "");
  expect(toWords(readSnapshot(name)).filter((words) => isEnglish(own(words)))).toEqual([]);
});
