import net from "node:net";

/** Below the ephemeral port range, so that the system never assigns these ports itself. */
const first = 20_000;
const count = 12_000;

/** Returns a free port outside the ephemeral range. */
export async function findPort(): Promise<number> {
  for (;;) {
    const port = first + Math.floor(Math.random() * count);
    const isFree = await new Promise<boolean>((resolve) => {
      const probe = net.createServer().once("error", () => resolve(false));
      probe.listen(port, "127.0.0.1", () => probe.close(() => resolve(true)));
    });
    if (isFree) return port;
  }
}
