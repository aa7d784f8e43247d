// @vitest-environment happy-dom
import { afterEach, expect, test, vi } from "vitest";
import { eventually } from "../../support/eventually.ts";
import { act, fireEvent, screen } from "../../support/testing-library.ts";
import BlockOtp from "#widgets/block-otp/BlockOtp.tsx";
import { draw } from "../host.tsx";

const label = "One-time password";
const input = () => screen.getByRole<HTMLInputElement>("textbox", { name: label });
const blocks = (container: HTMLElement) => [...container.querySelectorAll("[data-active]")];

afterEach(() => {
  Reflect.deleteProperty(window, "OTPCredential");
  Reflect.deleteProperty(navigator, "credentials");
});

test("draws one numeric input with autofill as six blocks", () => {
  const { container } = draw(BlockOtp, { props: {}, label, value: "12" });
  expect(input().autocomplete).toBe("one-time-code");
  expect(input().inputMode).toBe("numeric");
  expect(blocks(container).map((block) => block.textContent)).toEqual(["1", "2", "", "", "", ""]);
});

test("drops letters and commits with the sixth digit", () => {
  const { state } = draw(BlockOtp, { props: {}, label });
  fireEvent.change(input(), { target: { value: "12a4" } });
  expect(state.held).toBe("124");
  expect(state.committed).toEqual([]);
  fireEvent.change(input(), { target: { value: "124563" } });
  expect(state.committed).toEqual(["124563"]);
});

test("fills all blocks from a pasted code with spaces and replaces the old code", () => {
  const { state } = draw(BlockOtp, { props: {}, label, value: "999999" });
  fireEvent.paste(input(), { clipboardData: { getData: () => "Your code is 123 456" } });
  expect(state.held).toBe("123456");
});

test("moves the marked block with the caret, also back on delete", () => {
  const { container } = draw(BlockOtp, { props: { length: 8, blockSize: 4 }, label });
  const active = () => blocks(container).findIndex((block) => block.getAttribute("data-active") === "true");
  act(() => input().focus());
  const enter = (value: string) => {
    fireEvent.change(input(), { target: { value } });
    input().setSelectionRange(value.length, value.length);
    fireEvent.select(input());
  };
  enter("123");
  expect(active()).toBe(0);
  enter("1234");
  expect(active()).toBe(1);
  enter("123");
  expect(active()).toBe(0);
});

test("reads the code of an arriving SMS where supported, and stops when the field unmounts", async () => {
  const get = vi.fn((request: { signal: AbortSignal }) =>
    new Promise((resolve) => setTimeout(() => resolve({ code: "246810" }), 5)).then((credential) =>
      request.signal.aborted ? null : credential,
    ),
  );
  Object.assign(window, { OTPCredential: class {} });
  Object.defineProperty(navigator, "credentials", { value: { get }, configurable: true });
  const { state, unmount } = draw(BlockOtp, { props: {}, label });
  await eventually(() => expect(state.held).toBe("246810"));
  unmount();
  expect(get.mock.calls[0]?.[0].signal.aborted).toBe(true);
});
