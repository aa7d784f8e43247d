import { expect, test } from "vitest";
import { listFrames, readChoice, writeChoice, type Choice } from "#renderer/workbench/choice.ts";
import { findRequest, findScreen, findVerification } from "#renderer/workbench/scene.ts";
import { readOwn, usualChoice as usual } from "./documents.ts";

const documents = await readOwn();

test("writes the choice to the address, so that it can be shared", () => {
  const choice: Choice = {
    ...usual,
    who: ["PENDING", "FAILED"],
    org: ["gce", "lotus"],
    values: { region: "IN", order: "" },
  };
  expect(readChoice(writeChoice(choice), usual)).toEqual({ ...choice, values: { region: "IN" } });
  expect(readChoice("", usual)).toEqual(usual);
});

test("makes a frame of each combination", () => {
  const frames = listFrames({ ...usual, org: ["gce", "lotus"], theme: ["light", "dark"], lang: ["en", "hi"] });
  expect(frames).toHaveLength(8);
  expect(new Set(frames.map((frame) => JSON.stringify(frame))).size).toBe(8);
});

test("finds a screen and a request for every form of a verification", () => {
  const asked = new Set(
    documents.list("request").flatMap(({ verifications }) => verifications.map((one) => one.verification)),
  );
  for (const { id, form } of documents.list("verification")) {
    if (!form) continue;
    const subject = `forms/${form}`;
    expect(["verification", "profile-mode"], form).toContain(findScreen(documents, subject)?.id);
    expect(findVerification(documents, subject), form).toBeDefined();
    if (!asked.has(id)) continue;
    const organisations = documents
      .list("organisation")
      .filter((one) => findRequest(documents, one.id, { subject, request: "" }));
    expect(organisations.length, id).toBeGreaterThan(0);
  }
});
