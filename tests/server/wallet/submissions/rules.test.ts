import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { startTestApp, type TestApp } from "../../app.ts";
import { definitionsConfig } from "../../definitions-config.ts";
import { buildDetectWorker } from "../../files/sample-documents.ts";
import { address, begin, degree, employment, tenth, type TestCandidate } from "../transactions/candidate.ts";

let app: TestApp;
let asha: TestCandidate;
let meera: TestCandidate;
let file: string;
let photo: string;
let foreign: string;

beforeAll(async () => {
  await buildDetectWorker();
  app = await startTestApp({ config: await definitionsConfig() });
  asha = await begin(app, "harbour", "background-check", { identity: true, process: true });
  meera = await begin(app, "meridian", "loan-kyc", { identity: true, process: true });
  file = await asha.upload();
  photo = await asha.takePhoto();
  foreign = await meera.upload();
});
afterAll(() => app?.close());

type Data = Record<string, unknown>;
/** One broken rule: pointer, value and expected message. */
type Broken = [pointer: string, value: unknown, message: string];

const gone = undefined;
const longer = (n: number) => "x".repeat(n + 1);
const home = { pincode: "560001", line1: "4 Lake Road", vtc: "Bengaluru", state: "KA", district: "Bengaluru Urban" };

/** The data with another value at a pointer; undefined removes the value. */
function breakAt(data: Data, pointer: string, value: unknown): Data {
  const copy = structuredClone(data);
  const steps = pointer.slice(1).split("/");
  const holder = steps.slice(0, -1).reduce<Data>((at, step) => at[step] as Data, copy);
  if (value === undefined) delete holder[steps.at(-1)!];
  else holder[steps.at(-1)!] = value;
  return copy;
}

/** Sends invalid data, and expects the message at its field and nothing stored. */
async function expectRefused(
  who: TestCandidate,
  name: string,
  data: Data,
  [pointer, value, message]: Broken,
): Promise<void> {
  const answer = await who.save(name, breakAt(data, pointer, value));
  expect([answer.statusCode, answer.json()]).toMatchObject([422, { code: 106 }]);
  expect(
    answer
      .json<{ fields: { pointer: string; message: string }[] }>()
      .fields.map(({ pointer: at, message: said }) => [at, said]),
  ).toEqual([[`/list/0/data${pointer}`, message]]);
  expect(await who.info()).toMatchObject({
    verificationList: { [name]: { subTypeList: [], state: "NOT_INITIALIZED" } },
  });
}

describe("address", () => {
  const two = () => ({ ...address(photo), sameAsCurrent: false, permanentAddress: home });
  const rules: Broken[] = [
    ["/pincode", gone, "Pincode must not be empty"],
    ["/pincode", " ", "Pincode must not be empty"],
    ["/pincode", "56000a", "Enter a valid Pincode"],
    ["/pincode", "5600011", "Pincode can have at most 6 characters"],
    ["/line1", gone, "Line 1 must not be empty"],
    ["/line1", longer(120), "Line 1 can have at most 120 characters"],
    ["/landmark", longer(120), "Landmark can have at most 120 characters"],
    ["/vtc", "", "VTC must not be empty"],
    ["/state", gone, "State must not be empty"],
    ["/state", "Karnataka", "State can have at most 2 characters"],
    ["/state", "XX", "Select State"],
    ["/district", "   ", "District must not be empty"],
    ["/district", 7, "Enter a valid District"],
  ];
  const both = ["/currentAddress", "/permanentAddress"].flatMap((group) =>
    rules.map(([at, value, message]): Broken => [group + at, value, message]),
  );
  test.each(both)("%s = %s: %s", (...broken) => expectRefused(asha, "bgv-address", two(), broken));

  test.each<Broken>([
    ["/photo/imageUrl", "/utility/api/1.0/files/AAAAAAAAAAAAAAAAAAAAAA", "File not found"],
    ["/photo/latitude", gone, "The photo needs the place where it was taken. Please take it again."],
    ["/photo/error", "User denied Geolocation", "The photo needs the place where it was taken. Please take it again."],
    ["/photo/imageUrl", gone, "The photo needs the place where it was taken. Please take it again."],
  ])("rejects a photo without picture or position: %s = %s", async (pointer, value, message) => {
    const answer = await asha.save("bgv-address", breakAt(two(), pointer, value));
    expect(answer.statusCode).toBe(422);
    expect(answer.json<{ fields: { pointer: string; message: string }[] }>().fields).toMatchObject([
      { pointer: expect.stringMatching(/^\/list\/0\/data\/photo/), message },
    ]);
    expect(await asha.info()).toMatchObject({ verificationList: { "bgv-address": { subTypeList: [] } } });
  });
  test("rejects an address without photo", () =>
    expectRefused(asha, "bgv-address", two(), ["/photo", gone, "Photo of your home is required"]));
});

describe("education", () => {
  test.each<Broken>([
    ["/board", gone, "Select Board name"],
    ["/rollNumber", "", "Roll number is required"],
    ["/rollNumber", longer(40), "Roll number can have at most 40 characters"],
    ["/passingYear", gone, "Year of passing is required"],
    ["/passingYear", "15", "Enter a valid Year of passing"],
    ["/passingYear", "20155", "Enter a valid Year of passing"],
    ["/Marksheet", gone, "Upload Education Marksheet"],
    ["/Marksheet", "https://example.com/a.pdf", "Enter a valid Marksheet"],
    ["/Marksheet", "javascript:alert(1)", "Enter a valid Marksheet"],
  ])("tenth %s = %s: %s", (...broken) => expectRefused(asha, "bgv-tenth", tenth(file), broken));

  test.each<Broken>([
    ["/institute", gone, "Select Institute name"],
    ["/registrationNumber", gone, "Registration number is required"],
    ["/degreeLevel", gone, "Select Degree level"],
    ["/degreeLevel", "doctor", "Select Degree level"],
    ["/course", gone, "Degree or course is required"],
    ["/degreeStatus", gone, "Choose the documents you have"],
    ["/degreeStatus", "NONE", "Select Documents you have"],
    ["/degreeCertificate", gone, "Upload Degree certificate"],
    ["/Marksheet", gone, "Upload Education Marksheet"],
  ])("degree %s = %s: %s", async (pointer, value, message) => {
    const answer = await asha.save("bgv-degree", breakAt(degree(file), pointer, value));
    expect(answer.statusCode).toBe(422);
    expect(answer.json<{ fields: unknown[] }>().fields).toContainEqual(
      expect.objectContaining({ pointer: `/list/0/data${pointer}`, message }),
    );
  });

  test.each([
    ["DEGREE_ONLY_NO_MARKSHEET", ["degreeCertificate"], ["Marksheet", "attestationLetter"]],
    ["LOA_ONLY", ["attestationLetter"], ["Marksheet", "degreeCertificate"]],
    ["DEGREE_WITH_MARKSHEET", ["degreeCertificate", "Marksheet"], ["attestationLetter"]],
  ])("%s requires %j, and neither requires nor stores %j", async (degreeStatus, required, notStored) => {
    const bare = { ...degree(file), degreeStatus, degreeCertificate: undefined, Marksheet: undefined };
    const refused = (await asha.save("bgv-degree", bare)).json<{ fields: { pointer: string }[] }>();
    expect(refused.fields.map(({ pointer }) => pointer.split("/").pop())).toEqual(required);
    const whole = { ...bare, degreeCertificate: file, Marksheet: file, attestationLetter: file };
    const { subType } = (await asha.save("bgv-degree", whole)).json<{ data: { list: { subType: string }[] } }>().data
      .list[0]!;
    const info = await asha.call(
      "GET",
      `/verification/web-wallet/api/1.0/transactions/bgv-degree/info?orgId=harbour&txnId=${asha.txnId}`,
    );
    const stored = info
      .json<{ data: { responseList: { subType: string; data: Data }[] } }>()
      .data.responseList.find((one) => one.subType === subType)!.data;
    for (const name of required) expect(stored[name]).toBe(file);
    for (const name of notStored) expect(stored).not.toHaveProperty(name);
  });
});

describe("employment", () => {
  const ended = () => ({ ...employment(file), stillWorking: false, endDate: "31-12-2021" });
  test.each<Broken>([
    ["/company", gone, "Select Company name"],
    ["/designation", gone, "Designation is required"],
    ["/startDate", gone, "Enter a valid Start date"],
    ["/startDate", "2020-13-01", "Enter a valid Start date"],
    ["/startDate", "31-02-2020", "Enter a valid Start date"],
    ["/startDate", "01-01-1899", "Enter a valid Start date"],
    ["/endDate", "01-01-2099", "End date cannot be in the future"],
    ["/endDate", "30-01-2020", "The end date cannot be before the start date"],
    ["/endDate", gone, "Enter a valid End date"],
    ["/documentUrl", gone, "Upload Document"],
    ["/stillWorking", "yes", "Enter a valid I still work here"],
  ])("%s = %s: %s", (...broken) => expectRefused(asha, "bgv-employment", ended(), broken));
});

describe("loan by region", () => {
  const certificate = () => ({
    state: "TG",
    certificateNumber: "EWS/2026/17",
    documentUrl: foreign,
    captchaText: "123456",
  });
  test.each<Broken>([
    ["/state", gone, "Select State"],
    ["/state", "KA", "Select State"],
    ["/state", "XX", "Select State"],
    ["/certificateNumber", gone, "Certificate number is required"],
    ["/documentUrl", gone, "Upload Certificate"],
    ["/captchaText", gone, "Characters in the picture is required"],
  ])("EWS %s = %s: %s", (...broken) => expectRefused(meera, "finance-ews", certificate(), broken));
  test.each<Broken>([
    ["/licenceNumber", gone, "Licence number is required"],
    ["/licenceNumber", "KA*01", "Enter a valid Licence number"],
    ["/expiryDate", "01-01-2020", "This licence has expired"],
  ])("driving licence %s = %s: %s", (...broken) =>
    expectRefused(
      meera,
      "dl",
      { licenceNumber: "KA0120200001234", expiryDate: "31-12-2035", captchaText: "123456" },
      broken,
    ),
  );
});
