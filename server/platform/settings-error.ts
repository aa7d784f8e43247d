/** A wrong setting. The message names the variable and what the operator must change. */
export class SettingsError extends Error {}
