// @vitest-environment happy-dom
import { expect, test, vi } from "vitest";
import { act, fireEvent, screen } from "@testing-library/react";
import CaptchaInput from "#widgets/captcha/CaptchaInput.tsx";
import { toBlob } from "#widgets/captcha/data-url.ts";
import type { Captcha } from "#widgets/widget.ts";
import { draw, noServices } from "../host.tsx";

const label = "Characters in the picture";
const picture = (n: number): Captcha => ({
  captchaId: `c${n}`,
  image: `data:image/png;base64,aW1n${n}A==`,
  audioUrl: "data:audio/wav;base64,UklGRg==",
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

test("shows a picture, takes what was typed without spaces, and a new picture empties the box", async () => {
  const drawCaptcha = drawer();
  const { state } = draw(CaptchaInput, { props: {}, label, services: { ...noServices, drawCaptcha } });
  await settle();
  expect(shown()).toBe(picture(1).image);
  fireEvent.change(screen.getByRole("textbox", { name: label }), { target: { value: "12 34" } });
  expect(state.held).toBe("1234");
  fireEvent.click(screen.getByRole("button", { name: "New picture" }));
  await settle();
  expect(shown()).toBe(picture(2).image);
  expect(state.held).toBeUndefined();
});

test("its sound is there for those who cannot see it", async () => {
  const play = vi.spyOn(HTMLMediaElement.prototype, "play").mockResolvedValue();
  draw(CaptchaInput, { props: {}, label, services: { ...noServices, drawCaptcha: drawer() } });
  await settle();
  fireEvent.click(screen.getByRole("button", { name: "Play audio" }));
  expect(play).toHaveBeenCalledTimes(1);
  expect(toBlob(picture(1).audioUrl).type).toBe("audio/wav");
});

test("a refused answer brings a new picture and leaves its message standing", async () => {
  const drawCaptcha = drawer();
  const { state } = draw(CaptchaInput, {
    props: {},
    label,
    services: { ...noServices, drawCaptcha },
    value: "1234",
    invalid: true,
  });
  await settle();
  expect(drawCaptcha).toHaveBeenCalledTimes(2);
  expect(state.held).toBe("1234");
});

test("a picture that does not come is told and can be asked for again", async () => {
  const drawCaptcha = vi.fn().mockRejectedValueOnce(new Error("down")).mockResolvedValue(picture(2));
  draw(CaptchaInput, { props: {}, label, services: { ...noServices, drawCaptcha } });
  await settle();
  expect(screen.getByText("The picture could not be loaded.")).toBeTruthy();
  fireEvent.click(screen.getByRole("button", { name: "New picture" }));
  await settle();
  expect(shown()).toBe(picture(2).image);
});
