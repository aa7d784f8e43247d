import path from "node:path";

/**
 * Environment of the server of `npm run dev`. The workbench creates demo candidates, so this server has a separate
 * folder below the developer's data, with a separate database.
 */
export const toDevEnvironment = (env) => ({ ...env, DATA_DIR: path.join(env.DATA_DIR || ".data", "dev") });
