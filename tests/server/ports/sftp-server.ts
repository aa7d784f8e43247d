import { createHash, generateKeyPairSync } from "node:crypto";
import type { AddressInfo } from "node:net";
import ssh2, { type Attributes, type SFTPWrapper } from "ssh2";

const { STATUS_CODE } = ssh2.utils.sftp;
const directory = 0o40755;
const regular = 0o100644;

export interface SftpServer {
  port: number;
  /** `SHA256:…` of the host key. */
  hostKey: string;
  /** Files by path; a folder has no bytes. */
  entries: Map<string, Buffer | undefined>;
  /** Cuts the connection when this file is opened for writing. */
  cutAt?: string;
  close(): Promise<void>;
}

/**
 * A partner's SFTP server in memory, by the SSH File Transfer Protocol, version 3
 * (https://datatracker.ietf.org/doc/html/draft-ietf-secsh-filexfer-02): each request is answered by STATUS, HANDLE, ATTRS
 * or NAME with its id. It takes the user `sanad` with the password `secret`.
 */
export async function startSftpServer(): Promise<SftpServer> {
  const { privateKey } = generateKeyPairSync("rsa", {
    modulusLength: 2048,
    privateKeyEncoding: { type: "pkcs1", format: "pem" },
    publicKeyEncoding: { type: "pkcs1", format: "pem" },
  });
  const parsed = ssh2.utils.parseKey(privateKey);
  if (parsed instanceof Error) throw parsed;
  const state: Pick<SftpServer, "entries" | "cutAt"> = { entries: new Map([["/in", undefined]]) };
  const server = new ssh2.Server({ hostKeys: [privateKey] }, (client) => {
    client.on("error", () => undefined);
    client.on("authentication", (context) => {
      const isKnown = context.method === "password" && context.username === "sanad" && context.password === "secret";
      if (isKnown) context.accept();
      else context.reject(["password"]);
    });
    client.on("ready", () =>
      client.on("session", (accept) => accept().on("sftp", (open) => serve(open(), state, () => client.end()))),
    );
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const fingerprint = createHash("sha256").update(parsed.getPublicSSH()).digest("base64").replace(/=+$/, "");
  return Object.assign(state, {
    port: (server.address() as AddressInfo).port,
    hostKey: `SHA256:${fingerprint}`,
    close: () => new Promise<void>((resolve) => server.close(() => resolve())),
  });
}

function serve(sftp: SFTPWrapper, state: Pick<SftpServer, "entries" | "cutAt">, cut: () => void): void {
  const { entries } = state;
  const handles = new Map<number, { path: string; isRead?: boolean }>();
  let next = 0;
  const open = (id: number, path: string) => {
    const handle = Buffer.alloc(4);
    handle.writeUInt32BE((next += 1));
    handles.set(next, { path });
    sftp.handle(id, handle);
  };
  const find = (handle: Buffer) => handles.get(handle.readUInt32BE())!;
  const done = (id: number, isDone: boolean) => sftp.status(id, isDone ? STATUS_CODE.OK : STATUS_CODE.NO_SUCH_FILE);
  const toAttributes = (path: string): Attributes => {
    const bytes = entries.get(path);
    return { mode: bytes ? regular : directory, uid: 0, gid: 0, size: bytes?.length ?? 0, atime: 0, mtime: 0 };
  };
  const stat = (id: number, path: string) => (entries.has(path) ? sftp.attrs(id, toAttributes(path)) : done(id, false));
  sftp.on("REALPATH", (id, path) => sftp.name(id, [{ filename: path, longname: path, attrs: toAttributes(path) }]));
  sftp.on("STAT", stat).on("LSTAT", stat);
  sftp.on("FSTAT", (id, handle) => stat(id, find(handle).path));
  sftp.on("MKDIR", (id, path) => done(id, Boolean(entries.set(path, undefined))));
  sftp.on("OPEN", (id, path) => {
    if (path === state.cutAt) return cut();
    entries.set(path, Buffer.alloc(0));
    open(id, path);
  });
  sftp.on("WRITE", (id, handle, offset, data) => {
    const { path } = find(handle);
    const before = entries.get(path)!;
    const after = Buffer.alloc(Math.max(before.length, offset + data.length));
    before.copy(after);
    data.copy(after, offset);
    entries.set(path, after);
    done(id, true);
  });
  sftp.on("FSETSTAT", (id) => done(id, true)).on("SETSTAT", (id) => done(id, true));
  sftp.on("CLOSE", (id, handle) => done(id, handles.delete(handle.readUInt32BE())));
  sftp.on("OPENDIR", (id, path) => open(id, path));
  sftp.on("READDIR", (id, handle) => {
    const found = find(handle);
    if (found.isRead) return sftp.status(id, STATUS_CODE.EOF);
    found.isRead = true;
    const inside = [...entries.keys()].filter((path) => path.startsWith(`${found.path}/`));
    const names = inside.map((path) => path.slice(found.path.length + 1)).filter((name) => !name.includes("/"));
    sftp.name(
      id,
      names.map((filename) => {
        const path = `${found.path}/${filename}`;
        const letter = entries.get(path) ? "-" : "d";
        return { filename, longname: `${letter}rw-r--r-- 1 0 0 0 Jan 1 00:00 ${filename}`, attrs: toAttributes(path) };
      }),
    );
  });
  const remove = (id: number, path: string) => done(id, entries.delete(path));
  sftp.on("REMOVE", remove).on("RMDIR", remove);
  sftp.on("RENAME", (id, from, to) => {
    for (const [path, bytes] of entries)
      if (path === from || path.startsWith(`${from}/`)) {
        entries.delete(path);
        entries.set(to + path.slice(from.length), bytes);
      }
    done(id, true);
  });
}
