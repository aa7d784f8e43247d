/** Who has the next step in a state: nobody where it is over. */
export const waiters = ["candidate", "verifier", "nobody"] as const;
