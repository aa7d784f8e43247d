import type { ApiClient } from "./api-client.ts";

/** An event as the server keeps it. */
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

/** The analytics events that pages have told the server, from a moment on. */
export class EventStream {
  private seen = new Set<string>();

  /** `isLookedAt`: somebody asks for them; else nobody keeps in mind what is old. */
  constructor(
    private readonly wire: ApiClient,
    private readonly isLookedAt = true,
  ) {}

  /** Events since `forget`, in the order in which they happened: reports overtake each other on their way. */
  async fresh(): Promise<TrackedEvent[]> {
    const events = (await this.all()).filter((event) => !this.seen.has(toKey(event)));
    return events.toReversed().toSorted((a, b) => a.at.localeCompare(b.at));
  }

  /** What was told so far is old. */
  async forget(): Promise<void> {
    if (this.isLookedAt) this.seen = new Set((await this.all()).map(toKey));
  }

  private async all(): Promise<TrackedEvent[]> {
    const { list } = await this.wire.sandbox<{ list: TrackedEvent[] }>("GET", "events");
    return list.filter(({ kind }) => kind === "event");
  }
}

const toKey = (event: TrackedEvent): string => JSON.stringify(event);
