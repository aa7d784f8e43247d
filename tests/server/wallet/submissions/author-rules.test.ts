import { afterAll, beforeAll, expect, test } from "vitest";
import type { AnyDocument } from "#engine/documents/kinds.ts";
import type { FormDocument, FormEntry } from "#engine/documents/form.ts";
import { startTestApp, type TestApp } from "../../app.ts";
import { documentsConfig } from "../../documents-config.ts";
import { buildDetectWorker } from "../../files/papers.ts";
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

/** Where somebody studied is what the profile says, and nobody's to change. */
const held = (field: FormEntry): FormEntry =>
  "at" in field && field.at === "/rollNumber"
    ? { ...field, readOnly: true, initial: { var: "profile.profileDetails.name" } }
    : field;

function change(document: AnyDocument): AnyDocument {
  if (document.kind !== "form") return document;
  const form = document as FormDocument;
  if (form.id === "marksheet") return { ...form, fields: form.fields.map(held) } as AnyDocument;
  return added[form.id] ? ({ ...form, checks: [...form.checks!, added[form.id]] } as AnyDocument) : document;
}

beforeAll(async () => {
  await buildDetectWorker();
  app = await startTestApp({ config: await documentsConfig(change) });
  asha = await begin(app, "harbour", "background-check", { identity: true, process: true });
  photo = await asha.takePhoto();
});
afterAll(() => app?.close());

const home = () => address(photo);

test("a check that refuses does so beside one that only warns of the same field", async () => {
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

test("a check of a part of a value refuses the value", async () => {
  const answer = await asha.save("bgv-address", { ...home(), photo: { ...home().photo, accuracy: 5000 } });
  expect([answer.statusCode, answer.json()]).toMatchObject([
    422,
    { code: 106, fields: [{ pointer: "/list/0/data/photo", message: exact.message }] },
  ]);
});

test("what satisfies them is stored, also where it is warned of", async () => {
  const short = { ...home(), currentAddress: { ...home().currentAddress, pincode: "12" } };
  expect((await asha.save("bgv-address", short)).json()).toMatchObject({ code: 0 });
});

test("what cannot be changed is stored as it stands, whatever a client sends for it", async () => {
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
