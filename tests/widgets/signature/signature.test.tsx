// @vitest-environment happy-dom
import { expect, test } from "vitest";
import { act, fireEvent, screen } from "../../support/testing-library.ts";
import { describe } from "#widgets/signature/describe.ts";
import SignatureInput from "#widgets/signature/SignatureInput.tsx";
import { draw, text } from "../host.tsx";

const here = "Sign here with a finger, a pen or the mouse";
const nameBox = () => screen.queryByLabelText<HTMLInputElement>("Signature: Or type your full name");
const given = { props: {}, rendersLabel: true, label: "Signature" };
/** A pad of half its size in pixels, at 100, 50. */
function pad(): HTMLElement {
  const found = screen.getByRole("img");
  found.getBoundingClientRect = () => new DOMRect(100, 50, 500, 200);
  return found;
}
function drag(points: readonly (readonly [number, number])[], more = {}): void {
  const [first, ...rest] = points.map(([x, y]) => ({ clientX: x, clientY: y, pointerId: 1, button: 0, ...more }));
  fireEvent.pointerDown(pad(), first!);
  for (const point of rest) fireEvent.pointerMove(pad(), point);
  fireEvent.pointerUp(pad(), rest.at(-1) ?? first!);
}

test("keeps what is drawn as strokes of the pad, and adds a second stroke", () => {
  const { state } = draw(SignatureInput, given);
  drag([
    [150, 150],
    [200, 100],
    [201, 100],
    [260, 700],
  ]);
  expect(state.committed).toEqual([{ strokes: "M100 200L200 100L320 400" }]);
  drag([[600, 50]]);
  expect(state.held).toEqual({ strokes: "M100 200L200 100L320 400M1000 0" });
  expect(screen.getByRole("img", { name: "Signature, drawn" })).toBeTruthy();
});

test("takes a name where nothing is drawn, and shows it on the pad", () => {
  const { state } = draw(SignatureInput, given);
  fireEvent.change(nameBox()!, { target: { value: " Asha Rao " } });
  fireEvent.blur(nameBox()!);
  expect(state.held).toEqual({ name: "Asha Rao" });
  expect(screen.getByRole("img", { name: "Typed as a signature" }).textContent).toBe("Asha Rao");
  drag([
    [150, 150],
    [200, 100],
  ]);
  expect(state.held).toEqual({ name: "Asha Rao" });
});

test("is cleared, states so, and takes the focus back to the name", async () => {
  const { state } = draw(SignatureInput, { ...given, value: { strokes: "M100 200L200 100" } });
  expect(nameBox()).toBeNull();
  fireEvent.click(screen.getByRole("button", { name: "Clear signature" }));
  expect(state.held).toBeUndefined();
  expect(screen.getByRole("status").textContent).toBe("The signature was cleared");
  await act(() => new Promise((done) => setTimeout(done)));
  expect(document.activeElement).toBe(nameBox());
  expect(screen.queryByRole("button")).toBeNull();
});

test("ignores a second finger and the other buttons of a mouse", () => {
  const { state } = draw(SignatureInput, given);
  drag([[150, 150]], { button: 2 });
  fireEvent.pointerDown(pad(), { clientX: 150, clientY: 150, pointerId: 1, button: 0 });
  fireEvent.pointerDown(pad(), { clientX: 300, clientY: 150, pointerId: 2, button: 0 });
  fireEvent.pointerMove(pad(), { clientX: 400, clientY: 150, pointerId: 2 });
  fireEvent.pointerUp(pad(), { clientX: 400, clientY: 150, pointerId: 2 });
  fireEvent.pointerUp(pad(), { clientX: 150, clientY: 150, pointerId: 1 });
  expect(state.committed).toEqual([{ strokes: "M100 200" }]);
});

test("changes nothing where it is locked", () => {
  const { state } = draw(SignatureInput, { ...given, readOnly: true });
  drag([
    [150, 150],
    [200, 100],
  ]);
  expect(state.held).toBeUndefined();
  expect([nameBox(), screen.queryByRole("button")]).toEqual([null, null]);
});

test("is filled in by a replay as by a person", () => {
  const committed: unknown[] = [];
  const nodesFor = (value: unknown, state = {}) =>
    describe({
      label: "Signature",
      plainLabel: "Signature",
      state,
      value,
      text,
      commit: (next: unknown) => committed.push(next),
    } as never)[0]!.children!;
  const [area, name, ...none] = nodesFor(undefined, { required: true, error: "Signature is required", invalid: true });
  expect([area!.name, name!.role, name!.required, name!.invalid, none]).toEqual([here, "textbox", true, true, []]);
  void area!.draw!("M1 2L300 4");
  void name!.fill!(" Asha ");
  void nodesFor({ strokes: "M1 2L300 4" })[0]!.draw!("M5 6");
  void nodesFor({ strokes: "M1 2L300 4" })[1]!.press!();
  expect(committed).toEqual([{ strokes: "M1 2L300 4" }, { name: "Asha" }, { strokes: "M1 2L300 4M5 6" }, undefined]);
  expect(nodesFor({ name: "Asha" })[0]!.draw).toBeUndefined();
});
