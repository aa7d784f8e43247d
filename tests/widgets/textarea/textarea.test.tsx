// @vitest-environment happy-dom
import { expect, test } from "vitest";
import { fireEvent, screen } from "../../support/testing-library.ts";
import TextArea from "#widgets/textarea/TextArea.tsx";
import { draw } from "../host.tsx";

const area = () => screen.getByLabelText<HTMLTextAreaElement>("Field");
const type = (value: string) => fireEvent.change(area(), { target: { value } });

test("counts the characters that will be kept, and takes more than the maximum", () => {
  const { state } = draw(TextArea, { props: { maxLength: 5 } });
  type("  a\u200Bb👍  ");
  const counter = document.getElementById(area().getAttribute("aria-describedby")!)!;
  expect(counter.textContent).toBe("3 of 5 characters");
  type("abcdefgh");
  expect(counter.textContent).toBe("8 of 5 characters: 3 too many");
  expect(state.held).toBe("abcdefgh");
});

test("commits plain lines when the box is left, and nothing for a text that looks empty", () => {
  const { state } = draw(TextArea, { props: {} });
  type("One \u202E two\r\n\n\n\nthree ");
  fireEvent.blur(area());
  type(" \n \u200B");
  fireEvent.blur(area());
  expect(state.committed).toEqual(["One two\n\nthree", undefined]);
  expect(area().getAttribute("aria-describedby")).toBeNull();
});

test("is as high as its text", () => {
  draw(TextArea, { props: { rows: 5 } });
  expect(area().getAttribute("rows")).toBe("5");
  Object.defineProperty(area(), "scrollHeight", { configurable: true, value: 231 });
  type("a\nb");
  expect(area().style.height).toBe("231px");
  type("");
  expect(area().style.height).toBe("");
});
