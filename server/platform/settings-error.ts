/** A setting that does not hold; its message names the variable and is all an operator needs. */
export class SettingsError extends Error {}
