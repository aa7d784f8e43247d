import { expect, test } from "vitest";
import type { TxnInfo } from "#engine/core/scope/shapes/transaction-info.ts";
import { listRecipients, toMessageLine, toStoredLines, replaceRandomValues } from "./server-state.ts";

const entry = (name: string, more: object) => ({
  name,
  state: "NOT_INITIALIZED",
  subTypeList: [],
  markedAsSkip: false,
  insufficiency: null,
  ...more,
});
const info = (more: object): TxnInfo =>
  ({ state: "PENDING", verificationList: {}, paymentDetails: [], evaluation: {}, ...more }) as unknown as TxnInfo;

test("describes each started or skipped verification and each payment", () => {
  const verificationList = {
    a: entry("a", { state: "DATA_SAVED", subTypeList: ["a-1", "a-2"] }),
    b: entry("b", { markedAsSkip: true }),
    c: entry("c", {}),
    d: entry("d", { state: "INSUFFICIENT_DATA", subTypeList: ["d-1"], insufficiency: { reason: "Blurred" } }),
  };
  const openPayment = { provider: "any", currencySymbol: "₹", amount: 12.5 };
  const paymentDetails = [{ currentStatus: "Success", expressOpt: true }];
  expect(toStoredLines(info({ verificationList, openPayment, paymentDetails }))).toEqual([
    "transaction PENDING",
    "a DATA_SAVED ×2",
    "b NOT_INITIALIZED (skipped)",
    "d INSUFFICIENT_DATA (asked again)",
    "payment Success (express)",
    "payment started any ₹12.5",
  ]);
});

test("describes a message without its code", () => {
  const message = {
    channel: "email",
    to: "a@b.example",
    subject: "Code 123456",
    text: "123456 is it.\nBye",
    otp: "123456",
  };
  expect(toMessageLine({ ...message, createdAt: "" } as never)).toBe(
    "email to a@b.example: Code {code} / {code} is it. Bye",
  );
});

test("lists the candidate and every recipient in the fixture", () => {
  const fixture = { steps: [{ do: [{ otp: "x-1@mailbox.example", fill: "Code" }, { press: "Write to us @ home" }] }] };
  expect(listRecipients(fixture, { mobile: "+919812345678", box: "me@mailbox.example" })).toEqual([
    "+919812345678",
    "me@mailbox.example",
    "x-1@mailbox.example",
  ]);
});

test("replaces random values by names, the longest first, and keeps the fixture's values", () => {
  const values = { number: "GCE-100021" };
  const undraw = replaceRandomValues(
    { ...values, mobile: "+919812345678", nationalNumber: "9812345678", name: "A" },
    values,
  );
  expect(undraw("+919812345678, 9812345678 A of GCE-100021")).toBe("{mobile}, {nationalNumber} A of GCE-100021");
});
