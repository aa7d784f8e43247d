import { EventStream, type TrackedEvent } from "../tools/replay/event-stream.ts";
import { ApiClient } from "../tools/replay/api-client.ts";
import { expect } from "./watched.ts";

/** An event by its name, optionally with its properties. */
export type ExpectedEvent = string | readonly [name: string, properties: Readonly<Record<string, unknown>>];

/** Events that depend on timing: calls aborted by leaving a page, and the chat widget. */
const passing = new Set(["Misc: request abort", "Chat: widget shown"]);

/** The analytics events from now on. */
export async function startStream(baseUrl: string): Promise<EventStream> {
  const stream = new EventStream(new ApiClient(baseUrl));
  await stream.forget();
  return stream;
}

/** Expects exactly these events since the last call, each in the version of the catalogue. Returns them. */
export async function expectEvents(
  stream: EventStream,
  expected: readonly ExpectedEvent[],
  passes: ReadonlySet<string> = passing,
): Promise<TrackedEvent[]> {
  const read = async () => (await stream.fresh()).filter(({ name }) => !passes.has(name));
  await expect.poll(async () => (await read()).map(({ name }) => name)).toEqual(expected.map((one) => [one].flat()[0]));
  const told = await read();
  for (const [at, one] of expected.entries()) {
    expect(told[at]).toMatchObject({ version: "3.0" });
    if (typeof one !== "string") expect(told[at]).toMatchObject({ name: one[0], properties: one[1] });
  }
  await stream.forget();
  return told;
}
