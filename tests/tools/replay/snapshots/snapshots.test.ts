import { mkdtempSync, readdirSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterAll, expect, test } from "vitest";
import type { Fixture } from "../contracts.ts";
import type { Observation } from "../observation.ts";
import type { StepObservation } from "../play.ts";
import { readFixtures } from "../read-fixtures.ts";
import { findSnapshotDifference, deleteOtherSnapshots, writeSnapshot, snapshotFolder } from "./snapshot-files.ts";
import { toSnapshotText } from "./snapshot-text.ts";
import { diffLines } from "./line-diff.ts";

const folder = mkdtempSync(path.join(tmpdir(), "sanad-snapshots-"));
afterAll(() => rmSync(folder, { recursive: true }));

const empty: Observation = {
  screen: "home",
  title: "Home",
  stepsBack: 0,
  lines: ["heading 'Home'", "button 'Pay'"],
  announced: [],
  trace: [],
  downloaded: [],
  tracked: [],
  stored: ["transaction PENDING"],
  sent: [],
};
const toText = (...observations: Observation[]): string =>
  toSnapshotText(
    { description: "The candidate pays." } as Fixture,
    observations.map((observation, i): StepObservation => ({
      step: { id: `s${i}`, title: "Continues.", do: [] },
      observation,
    })),
  );

test("shows the difference of the same screen and every line of another", () => {
  const paid = { ...empty, lines: ["heading 'Home'", "link 'Receipt'"], stored: ["transaction IN_PROGRESS"] };
  const receipt = {
    ...paid,
    screen: "receipt",
    title: "Receipt",
    sent: ["sms to {mobile}: Paid"],
    announced: ["Saved"],
  };
  expect(toText(empty, paid, receipt, { ...receipt, sent: [], announced: [] })).toBe(
    [
      "# The candidate pays.\n",
      "## s0: Continues.\nscreen home\ntitle Home\n  heading 'Home'\n  button 'Pay'\nstored + transaction PENDING\n",
      "## s1: Continues.\n  - button 'Pay'\n  + link 'Receipt'",
      "stored - transaction PENDING\nstored + transaction IN_PROGRESS\n",
      "## s2: Continues.\nscreen receipt\ntitle Receipt\n  heading 'Home'\n  link 'Receipt'\nannounced Saved",
      "sent sms to {mobile}: Paid\n",
      "## s3: Continues.\n(nothing else)\n",
    ].join("\n"),
  );
});

test("compares lines by longest common subsequence", () => {
  const marked = (before: string, after: string) =>
    diffLines([...before], [...after])
      .map(([mark, line]) => mark.trim() + line)
      .join(" ");
  expect(marked("abc", "abc")).toBe("a b c");
  expect(marked("abcd", "acxd")).toBe("a -b c +x d");
  expect(marked("ab", "ba")).toBe("-a b +a");
  expect(marked("", "ab")).toBe("+a +b");
  expect(marked("ab", "")).toBe("-a -b");
});

test("reports a difference with file and line", () => {
  expect(findSnapshotDifference("pays", toText(empty), folder)).toContain("pays.txt yet: --update writes");
  writeSnapshot("pays", toText(empty), folder);
  expect(findSnapshotDifference("pays", toText(empty), folder)).toBeUndefined();
  const other = findSnapshotDifference(
    "pays",
    toText({ ...empty, lines: ["heading 'Home'", "button 'Pay' (disabled)"] }),
    folder,
  );
  expect(other).toMatch(/pays\.txt:7 expected {4}button 'Pay'\n {4}received {4}button 'Pay' \(disabled\)/);
  expect(findSnapshotDifference("pays", toText(empty, empty), folder)).toMatch(/pays\.txt:10 expected {2}nothing/);
  writeSnapshot("pays", toText(empty, empty), folder);
  expect(findSnapshotDifference("pays", toText(empty), folder)).toMatch(/pays\.txt:10 expected/);
});

test("deletes the snapshot of a deleted fixture", () => {
  writeSnapshot("deleted", toText(empty), folder);
  deleteOtherSnapshots(["pays"], folder);
  expect(readdirSync(folder)).toEqual(["pays.txt"]);
});

test("has a snapshot for each fixture and no other", () => {
  const files = readFixtures().map(({ name }) => `${name}.txt`);
  expect(readdirSync(snapshotFolder)).toEqual(files.toSorted());
});
