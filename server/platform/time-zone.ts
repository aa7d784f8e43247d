/** The time zone of days that documents and staff write: that of the organisations. */
export const zone = "Asia/Kolkata";
