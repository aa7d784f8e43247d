import { DeletionListSchema, DeletionReceiptSchema, DeletionSchema, OwnDeletionSchema } from "./shapes/deletions.ts";

/** The requests for deletion loaded so far. */
export const list = () => DeletionListSchema;

/** One request for deletion. */
export const contract = () => DeletionSchema;

/** The candidate's own request. */
export const own = () => OwnDeletionSchema;

/** The receipt of a deletion. */
export const receipt = () => DeletionReceiptSchema;
