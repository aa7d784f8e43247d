// @vitest-environment happy-dom
import { cleanup, fireEvent, render, screen } from "../../support/testing-library.ts";
import { afterEach, expect, test, vi } from "vitest";
import { onLinkPress } from "#renderer/shell/link-press.ts";

afterEach(cleanup);

/** Presses a link. Returns whether the page and whether the browser handled it. */
function press(href: string | undefined, keys: { ctrlKey?: boolean; metaKey?: boolean; shiftKey?: boolean } = {}) {
  const act = vi.fn();
  render(
    <a href={href} onClick={onLinkPress(href, act)}>
      Payments
    </a>,
  );
  const isBrowsers = fireEvent.click(screen.getByText("Payments"), keys);
  cleanup();
  return { page: act.mock.calls.length > 0, browser: isBrowsers };
}

test("handles a plain press in the page", () => {
  expect(press("/payments")).toEqual({ page: true, browser: false });
});

test.each([{ ctrlKey: true }, { metaKey: true }, { shiftKey: true }])(
  "leaves a press with %o to the browser",
  (keys) => {
    expect(press("/payments", keys)).toEqual({ page: false, browser: true });
  },
);

test.each(["#content", undefined])("handles %s in the page even with a modifier key", (href) => {
  expect(press(href, { ctrlKey: true })).toEqual({ page: true, browser: false });
});
