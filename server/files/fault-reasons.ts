import type { Inspection } from "./inspector.ts";

/** What a person is told of a file that is not taken, and how to mend it. */
export const faultReasons: Readonly<Record<NonNullable<Inspection["fault"]>, string>> = {
  "unreadable": "The file could not be read. Upload a clear, full-sized scanned copy.",
  "encrypted": "The file is protected by a password. Remove the protection and upload it again.",
  "script": "The file contains scripts or commands. Upload a plain scanned copy.",
  "virus": "The file was marked by the virus check and cannot be accepted.",
  "polyglot": "The file holds a second file inside it. Upload a plain scanned copy.",
  "bomb": "The file unpacks to far more than a paper needs. Upload a plain scanned copy.",
  "too-large": "The picture is too large. Upload a scanned copy of a usual size.",
};
