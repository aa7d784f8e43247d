import { randomInt } from "node:crypto";
import { services as bases } from "#engine/api/services.ts";
import type { Actor, FixtureTransaction } from "./actor.ts";

const address = { pincode: "560001", line1: "4 Lake Road", vtc: "Bengaluru", state: "KA", district: "Bengaluru Urban" };

/** Data by which the demo forms are filled in. */
const tenth = (paper: string) => ({
  board: "central-board-of-secondary-education",
  rollNumber: "4711",
  passingYear: "2012",
  Marksheet: paper,
});
const degree = (paper: string) => ({
  institute: "university-of-mumbai",
  registrationNumber: "2016016400123456",
  degreeLevel: "bachelor",
  course: "B.Sc. Physics",
  passingYear: "2019",
  degreeStatus: "DEGREE_WITH_MARKSHEET",
  degreeCertificate: paper,
  Marksheet: paper,
});
const employment = (paper: string) => ({
  company: "Infosys",
  designation: "Engineer",
  startDate: "01-07-2019",
  stillWorking: true,
  documentUrl: paper,
});
const home = (paper: string) => ({
  currentAddress: address,
  sameAsCurrent: true,
  photo: { latitude: 12.9716, longitude: 77.5946, accuracy: 12, timestamp: 1_790_000_000_000, imageUrl: paper },
});

/** The free form, filled in and ready to be submitted. */
export async function fillBackgroundCheck(actor: Actor): Promise<FixtureTransaction> {
  const transaction = await actor.open("harbour", "background-check");
  await actor.post(transaction, "/transactions/process");
  const paper = await actor.upload("Board of Secondary Education", "Roll No. 4711", "2012");
  await actor.post(transaction, "/bgv", {
    list: [
      { verificationName: "bgv-employment", data: employment(paper) },
      { verificationName: "bgv-address", data: home(paper) },
      { verificationName: "bgv-tenth", data: tenth(paper) },
      { verificationName: "bgv-degree", data: degree(paper) },
    ],
  });
  await actor.post(transaction, "/transactions/process/mark-as-skip", { verificationNameList: ["bgv-twelfth"] });
  return transaction;
}

/** The free form, with the verifier. */
export async function submitBackgroundCheck(actor: Actor): Promise<FixtureTransaction> {
  const transaction = await fillBackgroundCheck(actor);
  await actor.post(transaction, "/transactions/process");
  return transaction;
}

/** The paid form with a tenth marksheet and a degree: what is left is to pay. */
export async function fillEducationEvaluation(actor: Actor): Promise<FixtureTransaction> {
  const transaction = await actor.open("gce", "education-evaluation");
  await actor.prove(transaction, "referenceNumber", `GCE-1000${String(randomInt(1, 51)).padStart(2, "0")}`);
  await actor.post(transaction, "/transactions/process");
  const paper = await actor.upload("University of Mumbai", "Roll No. 123456", "2019");
  await actor.post(transaction, "/bgv", {
    list: [
      { verificationName: "bgv-tenth", data: tenth(paper) },
      { verificationName: "bgv-degree", data: degree(paper) },
    ],
  });
  await actor.post(transaction, "/transactions/process/mark-as-skip", { verificationNameList: ["bgv-twelfth"] });
  return transaction;
}

/** Begins to pay, in rupees unless another region is named; → the order. */
export async function beginPayment(actor: Actor, { orgId, txnId }: FixtureTransaction, region = "IN"): Promise<string> {
  const { paymentId } = await actor.call<{ paymentId: string }>(
    "POST",
    `${bases.verification}/transactions/payment/init`,
    { orgId, txnId, region, express: false },
  );
  return paymentId;
}

/** The paid form, paid and with the verifier. */
export async function payEducationEvaluation(actor: Actor): Promise<FixtureTransaction & { paymentId: string }> {
  const transaction = await fillEducationEvaluation(actor);
  const paymentId = await beginPayment(actor, transaction);
  await actor.payOutcome(paymentId, "success");
  return { ...transaction, paymentId };
}
