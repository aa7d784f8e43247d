import { readFileSync } from "node:fs";
import { useState, type ComponentType } from "react";
import { FluentProvider, webLightTheme } from "@fluentui/react-components";
import { act, cleanup, render } from "../support/testing-library.ts";
import { afterEach, vi } from "vitest";
import type { WidgetProps, WidgetServices } from "#widgets/widget.ts";

const texts = (JSON.parse(readFileSync("schemas/catalogues/texts.json", "utf8")) as { texts: Record<string, string> })
  .texts;

/** English texts of the catalogue; an unknown key fails the test. */
export function text(key: string, values: Record<string, string | number> = {}): string {
  const english = texts[key];
  if (english === undefined) throw new Error(`No text "${key}"`);
  return english.replace(/\{(\w+)\}/g, (_, name: string) => String(values[name] ?? ""));
}

const unused = () => Promise.reject(new Error("not in this test"));
export const noServices: WidgetServices = {
  searchOptions: unused,
  upload: unused,
  acceptUpload: unused,
  loadFile: unused,
  describeFile: () => Promise.resolve(undefined),
  openFile: () => undefined,
  now: () => Date.UTC(2026, 10, 21, 10),
};

/** happy-dom rejects the promise of an animation that ends early. Without `animate` Fluent shows the end at once. */
Reflect.deleteProperty(Element.prototype, "animate");
afterEach(cleanup);

/**
 * Draws a widget under its label and keeps its value, as the form host does. `held` is the present value, `committed`
 * the last committed one; `give` changes its properties. An `uncontrolled` widget does not render for a key.
 */
export function draw<P>(
  Widget: ComponentType<WidgetProps<P>>,
  given: Partial<WidgetProps<P>> & { props: P; rendersLabel?: boolean; uncontrolled?: boolean },
) {
  const state = {
    held: given.value,
    committed: [] as unknown[],
    busy: false,
    give: (_later: Partial<WidgetProps<P>>): void => undefined,
  };
  const onChange = vi.fn();
  function Host() {
    const [value, setValue] = useState(given.value);
    const [later, setLater] = useState<Partial<WidgetProps<P>>>({});
    const keep = (next: unknown) => {
      state.held = next;
      setValue(next);
    };
    state.give = (next) => {
      setLater(next);
      if ("value" in next) keep(next.value);
    };
    const label = given.label ?? "Field";
    return (
      <FluentProvider theme={webLightTheme}>
        {given.rendersLabel ? null : <label htmlFor="field">{label}</label>}
        <Widget
          id="field"
          pointer="/field"
          label={label}
          labelText={label}
          required
          readOnly={false}
          disabled={false}
          invalid={false}
          services={noServices}
          text={text}
          {...given}
          {...later}
          value={value}
          onChange={(next) => {
            onChange(next);
            if (given.uncontrolled) state.held = next;
            else keep(next);
          }}
          onCommit={(...next: unknown[]) => {
            if (next.length) keep(next[0]);
            state.committed.push(state.held);
          }}
          onBusy={(busy) => {
            state.busy = busy;
          }}
        />
      </FluentProvider>
    );
  }
  const give = (later: Partial<WidgetProps<P>>) => act(() => state.give(later));
  return { state, onChange, give, ...render(<Host />) };
}
