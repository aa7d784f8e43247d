import { configure } from "@testing-library/react";

// What a page shows is waited for as long as anything else is (vitest.config.ts): a second is little on a loaded machine.
configure({ asyncUtilTimeout: 45_000 });

export * from "@testing-library/react";
