/** A larger young generation for processes that allocate much short-lived data. */
export const largeHeapFlags = ["--max-semi-space-size=64"];

/**
 * Node flags for processes that live for minutes. They delay optimization and compile WebAssembly with the baseline
 * compiler only, which saves a third of the start time.
 */
export const testFlags = [...largeHeapFlags, "--interrupt-budget=1000000", "--liftoff-only"];
