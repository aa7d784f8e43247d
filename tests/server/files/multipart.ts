import type { Response } from "light-my-request";
import type { TestApp } from "../app.ts";

const boundary = "----sanad-test";

/** Sends a file (and text parts) as a browser does. */
export function sendFile(
  app: TestApp,
  url: string,
  token: string,
  file: Buffer,
  {
    name = "paper.pdf",
    type = "application/pdf",
    fields = {},
    key,
    headers = {},
  }: {
    name?: string;
    type?: string;
    fields?: Record<string, string>;
    key?: string;
    headers?: Record<string, string>;
  } = {},
): Promise<Response> {
  return app.server.inject({
    method: "POST",
    url,
    headers: {
      authorization: `Bearer ${token}`,
      "content-type": `multipart/form-data; boundary=${boundary}`,
      ...(key !== undefined && { "idempotency-key": key }),
      ...headers,
    },
    payload: toMultipart(file, { name, type, fields }),
  });
}

/** Builds the body of such a request. */
export function toMultipart(
  file: Buffer,
  {
    name = "paper.pdf",
    type = "application/pdf",
    fields = {},
  }: { name?: string; type?: string; fields?: Record<string, string> } = {},
): Buffer {
  const texts = Object.entries(fields).map(
    ([field, value]) => `--${boundary}\r\ncontent-disposition: form-data; name="${field}"\r\n\r\n${value}\r\n`,
  );
  return Buffer.concat([
    Buffer.from(
      `${texts.join("")}--${boundary}\r\ncontent-disposition: form-data; name="file"; filename="${name}"\r\ncontent-type: ${type}\r\n\r\n`,
    ),
    file,
    Buffer.from(`\r\n--${boundary}--\r\n`),
  ]);
}
