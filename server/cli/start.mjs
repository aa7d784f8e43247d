// `npm start`: installs what is missing, builds what is stale, and runs the server in this process, so that signals
// reach it.
import { prepare } from "./prepare.mjs";

if (process.env.npm_lifecycle_event) followNpm();
await prepare();
await import("../../dist/server/main.js");

/** npm leaves its child running when a signal stops npm. When the parent process is gone, this one stops too. */
function followNpm() {
  const parent = process.ppid;
  const timer = setInterval(() => {
    if (process.ppid === parent) return;
    clearInterval(timer);
    process.kill(process.pid, "SIGTERM");
  }, 1000).unref();
}
