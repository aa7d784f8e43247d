import type { MessageKey } from "#engine/documents/message-keys.ts";
import type { Fault } from "./inspection.ts";

/** Why a file is not taken: what was found in it, or what the scanner says of it. */
export type Refusal = Fault | "virus";

/** What a person is told of a file that is not taken, and how to mend it. */
export const faultReasons = {
  unreadable: "file-unreadable",
  encrypted: "file-encrypted",
  script: "file-script",
  attachment: "file-attachment",
  virus: "file-virus",
  polyglot: "file-polyglot",
  bomb: "file-bomb",
  "too-large": "file-oversized",
} as const satisfies Record<Refusal, MessageKey<"refusals">>;
