/**
 * Options of Node for what plays, serves or tests for minutes. It throws much away at once: with more room for it, less of
 * that is looked through. And it optimizes what is run often only: by default a third of a server's start is spent on that.
 */
export const shortLived = ["--max-semi-space-size=64", "--interrupt-budget=1000000"];
