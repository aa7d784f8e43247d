import type { DocumentOf } from "#engine/documents/document-of.ts";
import { issueAt, type Check } from "./parts/set.ts";

/** What a load does at an event that never comes to it: one that is asked again and again settles, any other fails. */
export const unraisedEvent: Check = (set) =>
  set.ofKind("screen").flatMap((source) =>
    ((source.document as DocumentOf<"screen">).load ?? []).flatMap(({ root, poll, on }, index) => {
      const event = poll ? "failed" : "settled";
      if (on?.[event] === undefined) return [];
      const message = poll
        ? `A load that polls never raises failed: ${root} settles, with failure where it could not be had; say it at settled`
        : `Nothing asks for ${root} again, so that it never settles: say poll, or read it where the screen does`;
      return [issueAt(source, `/load/${index}/on/${event}`, "unraised-event", message)];
    }),
  );
