import type { MessageKey } from "#engine/core/definitions/message-keys.ts";
import type { Fault } from "./inspection.ts";

/** The reason to reject a file: the inspection's fault, or the virus scanner's. */
export type FileFault = Fault | "virus";

/** The message for each fault. */
export const faultReasons = {
  unreadable: "file-unreadable",
  encrypted: "file-encrypted",
  script: "file-script",
  attachment: "file-attachment",
  virus: "file-virus",
  polyglot: "file-polyglot",
  bomb: "file-decompression-bomb",
  "too-large": "image-too-large",
} as const satisfies Record<FileFault, MessageKey<"refusals">>;
