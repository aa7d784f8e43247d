import type { Outages } from "./outages.ts";
import { NoVerdict, type ScannerPort } from "./scanner.ts";

/** The EICAR test file (eicar.org), in two pieces: in one piece scanners would find it in this source. */
export const eicar = ["X5O!P%@AP[4\\PZX54(P^)7CC)7}$EICAR", "-STANDARD-ANTIVIRUS-TEST-FILE!$H+H*"].join("");

/** Finds the EICAR test file anywhere in the bytes, and nothing else. */
export const createSandboxScanner = (outages: Outages): ScannerPort => ({
  scan: async (bytes, signal) => {
    if (outages.isDown("scanner")) {
      bytes.destroy();
      throw new NoVerdict("scanner", "it is down");
    }
    let infected = false;
    let overlap = Buffer.alloc(0);
    for await (const chunk of bytes) {
      signal?.throwIfAborted();
      const part = Buffer.concat([overlap, chunk as Buffer]);
      infected ||= part.includes(eicar);
      overlap = part.subarray(Math.max(0, part.length - eicar.length + 1));
    }
    return infected ? { infected, signature: "Eicar-Test-Signature" } : { infected };
  },
});
