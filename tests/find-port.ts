import net from "node:net";

/** Below those that any system gives away by itself, to connections and to whoever asks for some port. */
const first = 20_000;
const count = 12_000;

/** A port that is free, and stays so but for somebody who asks for it by its number. */
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
