/** A number with its English noun: "1 fault", "2 faults". For command lines and authors; pages use definitions. */
export const countOf = (count: number, noun: string): string => `${count} ${noun}${count === 1 ? "" : "s"}`;
