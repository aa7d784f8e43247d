import { contracts } from "#engine/api/contracts.ts";

// Roots that are the list of an answer as it came.

/** Where a candidate can pay from. */
export const regions = () => contracts["payments.regions"].data.properties.list;
/** Ways to pay in a region. */
export const providers = () => contracts["payments.providers"].data.properties.list;
/** Whether the open transaction can be done express. */
export const mode = () => contracts["payments.mode"].data;
/** Forms that anybody may start. */
export const forms = () => contracts["forms.public"].data.properties.list;
/** Notices, newest first: those that were fetched so far, and the number of all. */
export const notifications = () => contracts["notifications.list"].data;
