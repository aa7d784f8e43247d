import path from "node:path";

/**
 * Environment of the server of `npm run dev`. The workbench creates demo candidates, so it has a folder of its own below
 * the developer's data, and its own database.
 */
export const toDevEnvironment = (env) => ({ ...env, DATA_DIR: path.join(env.DATA_DIR || ".data", "dev") });
