// @vitest-environment happy-dom
import { expect, test, vi } from "vitest";
import { eventually } from "../../support/eventually.ts";
import { act, fireEvent, screen } from "../../support/testing-library.ts";
import CaptchaInput from "#widgets/captcha/CaptchaInput.tsx";
import { describe } from "#widgets/captcha/describe.ts";
import type { DescribedField } from "#widgets/accessible-node.ts";
import type { CaptchaImage } from "#widgets/widget.ts";
import { draw, noServices, text } from "../host.tsx";
import { setter } from "./proof-of-work.ts";

const label = "Characters in the picture";
const picture = (n: number): CaptchaImage => ({
  captchaId: `c${n}`,
  image: `data:image/png;base64,aW1n${n}A==`,
  expiresAt: "2026-11-21T10:10:00Z",
});
const settle = () =>
  act(async () => {
    await new Promise((resolve) => setTimeout(resolve, 0));
  });
const shown = () => screen.getByRole<HTMLImageElement>("img").src;
const drawer = () => {
  let n = 0;
  return vi.fn(() => {
    n += 1;
    return Promise.resolve(picture(n));
  });
};

test("commits typed text without spaces, and empties the box for a new picture", async () => {
  const requestCaptcha = drawer();
  const { state } = draw(CaptchaInput, { props: {}, label, services: { ...noServices, requestCaptcha } });
  await settle();
  expect(shown()).toBe(picture(1).image);
  fireEvent.change(screen.getByRole("textbox", { name: label }), { target: { value: "12 34" } });
  expect(state.held).toBe("1234");
  fireEvent.click(screen.getByRole("button", { name: "New picture" }));
  await settle();
  expect(shown()).toBe(picture(2).image);
  expect(state.held).toBeUndefined();
});

test("loads a new picture after a refused answer and keeps its error", async () => {
  const requestCaptcha = drawer();
  const { state } = draw(CaptchaInput, {
    props: {},
    label,
    services: { ...noServices, requestCaptcha },
    value: "1234",
    invalid: true,
  });
  await settle();
  expect(requestCaptcha).toHaveBeenCalledTimes(2);
  expect(state.held).toBe("1234");
});

test("reports a picture that fails to load and loads it again on request", async () => {
  const requestCaptcha = vi.fn().mockRejectedValueOnce(new Error("down")).mockResolvedValue(picture(2));
  draw(CaptchaInput, { props: {}, label, services: { ...noServices, requestCaptcha } });
  await settle();
  expect(screen.getByText("The picture could not be loaded.")).toBeTruthy();
  fireEvent.click(screen.getByRole("button", { name: "New picture" }));
  await settle();
  expect(shown()).toBe(picture(2).image);
});

const unreadable = () => screen.getByRole("button", { name: "I cannot read this" });
const status = () => screen.getByRole("status").textContent;

test("solves a proof of work with a polite status, the field's name and a way back", async () => {
  const requestCaptcha = drawer();
  const { requestProofOfWork, ids } = setter(7);
  const { state } = draw(CaptchaInput, {
    props: {},
    label,
    describedBy: "field-error",
    services: { ...noServices, requestCaptcha, requestProofOfWork },
  });
  await settle();
  unreadable().focus();
  fireEvent.click(unreadable());
  expect(status()).toBe("Your device is working…");
  expect(state.busy).toBe(true);
  expect(screen.queryByRole("img")).toBeNull();
  expect(screen.queryByRole("textbox")).toBeNull();
  const group = screen.getByRole("group", { name: label });
  expect([group.id, group.getAttribute("aria-describedby")]).toEqual(["field", "field-error"]);
  const back = screen.getByRole("button", { name: "Back to the picture" });
  expect(document.activeElement).toBe(back);
  await eventually(() => expect(status()).toBe("Done by your device"));
  expect([state.held, state.busy, ids()]).toEqual(["7", false, 1]);
  expect(state.committed).toEqual(["7"]);
  fireEvent.click(back);
  await settle();
  expect([state.held, requestCaptcha.mock.calls.length]).toEqual([undefined, 2]);
  expect(screen.getByRole("textbox", { name: label })).toBeTruthy();
  expect(document.activeElement).toBe(unreadable());
});

test("reports a failed proof of work, starts another, and drops the answer after leaving", async () => {
  const { requestProofOfWork } = setter(3);
  const failing = vi.fn(requestProofOfWork).mockRejectedValueOnce(new Error("down"));
  const { state } = draw(CaptchaInput, {
    props: {},
    label,
    services: { ...noServices, requestCaptcha: drawer(), requestProofOfWork: failing },
  });
  await settle();
  fireEvent.click(unreadable());
  await eventually(() => expect(status()).toBe("Your device could not finish. Check the connection and try again."));
  expect(state.busy).toBe(false);
  fireEvent.click(screen.getByRole("button", { name: "Try again" }));
  fireEvent.click(screen.getByRole("button", { name: "Back to the picture" }));
  await new Promise((resolve) => setTimeout(resolve, 100));
  expect([state.held, state.busy]).toEqual([undefined, false]);
  fireEvent.click(unreadable());
  await eventually(() => expect(state.held).toBe("3"));
});

test("withdraws an expired proof of work and reports it", async () => {
  const { requestProofOfWork } = setter(3, "2026-11-21T10:00:00.300Z");
  const { state } = draw(CaptchaInput, {
    props: {},
    label,
    services: { ...noServices, requestCaptcha: drawer(), requestProofOfWork },
  });
  await settle();
  fireEvent.click(unreadable());
  await eventually(() => expect(state.held).toBe("3"));
  await eventually(() => expect(status()).toBe("This took too long and no longer counts. Try again."));
  expect(state.held).toBeUndefined();
});

test("withdraws a refused proof of work and reports it", async () => {
  const { requestProofOfWork } = setter(3);
  const services = { ...noServices, requestCaptcha: drawer(), requestProofOfWork };
  const drawn = draw(CaptchaInput, { props: {}, label, services });
  await settle();
  fireEvent.click(unreadable());
  await eventually(() => expect(drawn.state.held).toBe("3"));
  drawn.give({ invalid: true });
  expect(status()).toBe("This took too long and no longer counts. Try again.");
  expect(drawn.state.held).toBeUndefined();
});

test("describes the button that solves the proof of work, then its status and the way back", async () => {
  const { requestProofOfWork } = setter(5);
  let value: unknown;
  const busy: boolean[] = [];
  const services = { ...noServices, requestProofOfWork };
  const read = () =>
    describe({
      label,
      state: { required: true },
      value,
      services,
      text,
      onBusy: (now: boolean) => busy.push(now),
      commit: (next: unknown) => (value = next),
    } as unknown as DescribedField);
  expect(read().map(({ role, name }) => [role, name])).toEqual([
    ["button", "New picture"],
    ["button", "I cannot read this"],
    ["textbox", label],
  ]);
  await read()[1]!.press!();
  expect([value, busy]).toEqual(["5", [true, false]]);
  const [group, ...rest] = read();
  expect([group!.role, group!.name, rest]).toEqual(["group", label, []]);
  expect(group!.children!.map(({ role, name }) => [role, name])).toEqual([
    ["text", "Done by your device"],
    ["button", "Back to the picture"],
  ]);
  await group!.children![1]!.press!();
  expect(value).toBeUndefined();
  expect(read()).toHaveLength(3);
});
