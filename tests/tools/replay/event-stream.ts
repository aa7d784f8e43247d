import type { ApiClient } from "./api-client.ts";

/** An event as the server stores it. */
export interface TrackedEvent {
  kind: string;
  name: string;
  at: string;
  receivedAt: string;
  version?: string;
  visit?: string;
  user?: string;
  properties?: Record<string, unknown>;
}

/** Analytics events that pages reported to the server since a position. */
export class EventStream {
  private seen = new Set<string>();

  /** `isChecked`: the fixture checks events. Otherwise the stream reads none. */
  constructor(
    private readonly api: ApiClient,
    private readonly isChecked = true,
  ) {}

  /** Events since `forget`, in the order in which they happened. Reports may arrive out of order. */
  async fresh(): Promise<TrackedEvent[]> {
    const events = (await this.all()).filter((event) => !this.seen.has(toKey(event)));
    return events.toReversed().toSorted((a, b) => a.at.localeCompare(b.at));
  }

  /** Skips all events up to now. */
  async forget(): Promise<void> {
    if (this.isChecked) this.seen = new Set((await this.all()).map(toKey));
  }

  private async all(): Promise<TrackedEvent[]> {
    const { list } = await this.api.sandbox<{ list: TrackedEvent[] }>("GET", "events");
    return list.filter(({ kind }) => kind === "event");
  }
}

const toKey = (event: TrackedEvent): string => JSON.stringify(event);
