/** `npm run dev` starts this beside the app: the authors' workbench, on the next port (WORKBENCH_PORT). */
import path from "node:path";
import { appRoot } from "#server/root.ts";
import { buildWorkbench, toWorkbenchUrl } from "#server/workbench/workbench.ts";

const appPort = Number(process.env["PORT"] ?? 3000);
const port = Number(process.env["WORKBENCH_PORT"] ?? appPort + 1);
const server = await buildWorkbench({
  appUrl: `http://127.0.0.1:${appPort}`,
  schemasDir: path.resolve(process.env["SCHEMAS_DIR"] ?? path.join(appRoot, "schemas")),
  webDir: path.join(appRoot, "dist/workbench"),
});
await server.listen({ port, host: "127.0.0.1" });
console.log(`Workbench: ${toWorkbenchUrl(port)}`);
for (const signal of ["SIGINT", "SIGTERM"] as const) process.once(signal, () => void server.close());
