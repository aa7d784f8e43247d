import type { Static } from "typebox";
import { SourceRequestSchema } from "./shapes/source-requests.ts";

/** What an institution sees at its link. */
export const contract = () => SourceRequestSchema;

/** The root `sourceRequest`. */
export type SourceRequestRoot = Static<ReturnType<typeof contract>>;
