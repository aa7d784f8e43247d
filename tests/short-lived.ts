/** Options of Node for what plays or serves: it throws much away at once, and with more room for it, less of that is looked through. */
export const roomy = ["--max-semi-space-size=64"];

/** And for what serves or tests for minutes only: what is run often is optimized, not all of it, and nothing of the database, which would take longer to optimize than it runs. That is more than a third of a start. */
export const shortLived = [...roomy, "--interrupt-budget=1000000", "--liftoff-only"];
