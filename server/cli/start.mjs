// `npm start`: installs what is missing, builds what is stale, and runs the server in this very process,
// so that a signal sent to this process reaches the server.
import { prepare } from "./prepare.mjs";

if (process.env.npm_lifecycle_event) followNpm();
await prepare();
await import("../../dist/server/main.js");

/** npm, told to end, leaves its child running: when the process that started us is gone, we end as if told ourselves. */
function followNpm() {
  const parent = process.ppid;
  const timer = setInterval(() => {
    if (process.ppid === parent) return;
    clearInterval(timer);
    process.kill(process.pid, "SIGTERM");
  }, 1000).unref();
}
