// `npm run dev`: builds on every change and restarts the server after changes of its code or the page's, with the
// workbench beside it. Restarts either of them when it exits by itself. The running server follows the definitions, and
// the workbench shows them at once. The page has its production policy without a dev server's inline scripts, so reload
// it by hand.
import { spawn } from "node:child_process";
import { rmSync } from "node:fs";
import path from "node:path";
import { toDevEnvironment } from "./dev-environment.mjs";
import { keepRunning } from "./keep-running.mjs";
import { checkMachine, install, root } from "./prepare.mjs";

const restartDelayMs = 200;

// A copy, because the web build sets NODE_ENV to production.
const env = toDevEnvironment(process.env);

checkMachine();
await install();
const esbuild = await import("esbuild");
const vite = await import("vite");
const { serverOptions, webOptions, workbenchOptions } = await import("./build.mjs");

rmSync(path.join(root, "dist"), { recursive: true, force: true });
let server;
let workbench;
let restartTimer;
let stopping = false;
let restarts = Promise.resolve();

await watchWeb(webOptions, "web"); // first: the server reads the web build's manifest when it starts
await watchWeb(workbenchOptions, "workbench");
const restartWhenBuilt = {
  name: "restart",
  setup: (build) => build.onEnd((result) => result.errors.length === 0 && restartSoon("server")),
};
const context = await esbuild.context({
  ...serverOptions(path.join(root, "dist/server")),
  plugins: [restartWhenBuilt],
});
await context.watch();
for (const signal of ["SIGINT", "SIGTERM"]) process.on(signal, () => end(signal));

/** Builds a web part now and on every change. Resolves after the first build. */
async function watchWeb(toOptions, name) {
  const options = toOptions(path.join(root, "dist", name));
  const watcher = await vite.build({ ...options, build: { ...options.build, watch: {} } });
  await new Promise((resolve) => {
    watcher.on("event", (event) => {
      if (event.code === "ERROR") console.error(event.error?.message);
      if (event.code !== "END") return;
      if (server) restartSoon(name);
      resolve();
    });
  });
}

/** Several changes at once, by an editor or git, cause one restart. */
function restartSoon(what) {
  clearTimeout(restartTimer);
  restartTimer = setTimeout(() => (restarts = restarts.then(() => restart(what))), restartDelayMs);
}

async function restart(what) {
  console.log(`[dev] ${what} changed`);
  await Promise.all([server?.stop(), workbench?.stop()]); // until their ports are free
  if (stopping) return;
  server = keepRunning("server", () => run("dist/server/main.js"));
  workbench = keepRunning("workbench", () => run("dist/server/cli/workbench.js"));
}

function run(file) {
  return spawn(process.execPath, ["--enable-source-maps", file], { cwd: root, env, stdio: "inherit" });
}

/** Stops the children, then the watchers; a compiler process would outlive this one. */
async function end(signal) {
  if (stopping) return;
  stopping = true;
  await Promise.allSettled([server?.stop(signal), workbench?.stop(signal), context.dispose()]);
  await esbuild.stop();
  process.exit(0);
}
