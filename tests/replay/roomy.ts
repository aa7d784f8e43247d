/** What plays or serves throws much away at once: with more room for it, less of that is looked through. */
export const roomy = ["--max-semi-space-size=64"];
