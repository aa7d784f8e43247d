import { configure } from "@testing-library/react";

// The library's default of one second is too short on a loaded machine.
configure({ asyncUtilTimeout: 45_000 });

export * from "@testing-library/react";
