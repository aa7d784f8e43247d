// @vitest-environment happy-dom
import { cleanup, fireEvent, render, screen } from "../../testing-library.ts";
import { afterEach, expect, test, vi } from "vitest";
import { onLinkPress } from "#renderer/shell/link-press.ts";

afterEach(cleanup);

/** Presses a link; gives whether the page followed it, and whether the browser does. */
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

test("a plain press is followed by the page", () => {
  expect(press("/payments")).toEqual({ page: true, browser: false });
});

test.each([{ ctrlKey: true }, { metaKey: true }, { shiftKey: true }])("a press with %o is the browser's", (keys) => {
  expect(press("/payments", keys)).toEqual({ page: false, browser: true });
});

test.each(["#content", undefined])("of %s there is nothing for another tab to open", (href) => {
  expect(press(href, { ctrlKey: true })).toEqual({ page: true, browser: false });
});
