import { expect, test } from "vitest";
import { isEnglish } from "../../../support/english-words.ts";
import type { Fixture } from "../contracts.ts";
import { readFixtures } from "../read-fixtures.ts";
import { readSnapshot } from "./snapshot-files.ts";

// What the stories show that somebody plays in Hindi from the first page on; a walk through it with a browser: e2e/hindi.spec.ts.

const beginsInHindi = ({ steps }: Fixture) => {
  const opened = steps.flatMap((step) => step.do).find((action) => "open" in action);
  return opened !== undefined && String(opened.open).includes("lang=hi");
};
/** A page for whoever is shown a credential speaks its own reader's language. */
const leavesHindi = new Set(["a-credential-of-a-hindi-wallet-is-printed-in-english"]);
const stories = readFixtures().filter((fixture) => beginsInHindi(fixture) && !leavesHindi.has(fixture.name));

/** Lines of what is seen or heard, less how they are told: their kind, what is a value of the page, what goes into a gap. */
const toWords = (kept: string): string[] =>
  kept
    .split("\n")
    .filter((line) => /^title |^announced |^ {2}/.test(line) && !/^ {2}(?:[+-] )?(?:appearance|accepts) /.test(line))
    .map((line) =>
      line
        .replace(/^title |^announced |^ {2}(?:[+-] )?\w+ /, "")
        .replace(/ = '.*'$/, "")
        .replaceAll(/ \((?:on a small window|in the bar of a wide one)\)/g, "")
        .replace(/ \((?:required|invalid|expanded|checked| )+\)/, "")
        .replaceAll(/\{[^}]*\}/g, ""),
    );

test("there are stories in Hindi: of home, a form, a profile, payments, notices and signing in", () => {
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
