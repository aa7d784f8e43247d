import { afterAll, beforeAll, expect, test } from "vitest";
import type { AnyDefinition } from "#engine/core/definitions/kinds.ts";
import type { FormDefinition, FormEntry } from "#engine/core/definitions/form.ts";
import { startTestApp, type TestApp } from "../../app.ts";
import { definitionsConfig } from "../../definitions-config.ts";
import { buildDetectWorker } from "../../files/sample-documents.ts";
import { address, begin, tenth, wallet, type TestCandidate } from "../transactions/candidate.ts";

let app: TestApp;
let asha: TestCandidate;
let photo: string;

const army = {
  id: "not-army",
  at: "/pincode",
  severity: "error",
  when: { filled: { var: "data.pincode" } },
  assert: { "!": { matches: [{ var: "data.pincode" }, "^99"] } },
  message: "Army post offices are not visited.",
};
const exact = {
  id: "exact",
  at: "/photo/accuracy",
  severity: "error",
  when: { filled: { var: "data.photo.accuracy" } },
  assert: { "<=": [{ var: "data.photo.accuracy" }, 100] },
  message: "The photo does not say exactly enough where it was taken.",
};
const added: Readonly<Record<string, object>> = { address: army, "bgv-address": exact };

/** A field whose value comes from the profile and is read-only. */
const held = (field: FormEntry): FormEntry =>
  "at" in field && field.at === "/rollNumber"
    ? { ...field, readOnly: true, initial: { var: "profile.profileDetails.name" } }
    : field;

function change(document: AnyDefinition): AnyDefinition {
  if (document.kind !== "form") return document;
  const form = document as FormDefinition;
  if (form.id === "marksheet") return { ...form, fields: form.fields.map(held) } as AnyDefinition;
  return added[form.id] ? ({ ...form, checks: [...form.checks!, added[form.id]] } as AnyDefinition) : document;
}

beforeAll(async () => {
  await buildDetectWorker();
  app = await startTestApp({ config: await definitionsConfig(change) });
  asha = await begin(app, "harbour", "background-check", { identity: true, process: true });
  photo = await asha.takePhoto();
});
afterAll(() => app?.close());

const home = () => address(photo);

test("a rule with an error rejects a field that another rule only warns about", async () => {
  const answer = await asha.save("bgv-address", {
    ...home(),
    currentAddress: { ...home().currentAddress, pincode: "99" },
  });
  expect([answer.statusCode, answer.json()]).toMatchObject([
    422,
    { code: 106, fields: [{ pointer: "/list/0/data/currentAddress/pincode", message: army.message }] },
  ]);
  expect(await asha.info()).toMatchObject({ verificationList: { "bgv-address": { subTypeList: [] } } });
});

test("a rule about a part of a value rejects the value", async () => {
  const answer = await asha.save("bgv-address", { ...home(), photo: { ...home().photo, accuracy: 5000 } });
  expect([answer.statusCode, answer.json()]).toMatchObject([
    422,
    { code: 106, fields: [{ pointer: "/list/0/data/photo", message: exact.message }] },
  ]);
});

test("stores values that satisfy the rules, warnings included", async () => {
  const short = { ...home(), currentAddress: { ...home().currentAddress, pincode: "12" } };
  expect((await asha.save("bgv-address", short)).json()).toMatchObject({ code: 0 });
});

test("stores a read-only value unchanged, despite a value from the client", async () => {
  const file = await asha.upload();
  const read = async (): Promise<unknown> =>
    (await asha.call("GET", `${wallet}/transactions/bgv-tenth/info?orgId=harbour&txnId=${asha.txnId}`)).json<{
      data: { responseList: { data: { rollNumber: string } }[] };
    }>().data.responseList[0]!.data.rollNumber;
  await asha.save("bgv-tenth", { ...tenth(file), rollNumber: "Somebody Else" });
  expect(await read()).toBe("Asha Verma");
  await asha.call("PUT", `${wallet}/bgv`, {
    orgId: "harbour",
    txnId: asha.txnId,
    subType: "bgv-tenth-1",
    data: { ...tenth(file), rollNumber: "Somebody Else" },
  });
  expect(await read()).toBe("Asha Verma");
});
