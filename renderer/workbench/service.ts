import { useQuery } from "@tanstack/react-query";
import { useEffect, useState } from "react";
import type { ConfigStatus } from "#engine/contract/config.ts";
import type { AnyDefinition } from "#engine/core/definitions/kinds.ts";
import { Documents } from "./documents.ts";

async function read<T>(path: string, body?: unknown): Promise<T> {
  const answer = await fetch(path, {
    headers: { accept: "application/json", ...(body !== undefined && { "content-type": "application/json" }) },
    ...(body !== undefined && { method: "POST", body: JSON.stringify(body) }),
  });
  if (!answer.ok) throw new Error(`${path} was refused: ${answer.status} ${(await answer.text()).slice(0, 300)}`);
  return (await answer.json()) as T;
}

export const askSandbox = <T>(name: string, body: unknown): Promise<T> => read<T>(`/sandbox/${name}`, body);

/** The definitions in the folder; read again when `version` changes. The previous ones stay until then. */
export function useDocuments(version: string): { documents: Documents | undefined; error: Error | null } {
  const { data, error } = useQuery({
    queryKey: ["documents", version],
    queryFn: async () =>
      new Documents(
        await read<{ folder: string; definitions: { path: string; document: AnyDefinition }[] }>(
          "/workbench/api/definitions",
        ),
      ),
    placeholderData: (before) => before,
    structuralSharing: false,
  });
  return { documents: data, error };
}

/** Line and column of a place in a file, from 1; undefined until known. */
export function useLineAndColumn(
  path: string,
  pointer: string,
  version: string,
): { line: number; column: number } | undefined {
  const { data } = useQuery({
    queryKey: ["place", path, pointer, version],
    queryFn: () =>
      read<{ line: number; column: number }>(
        `/workbench/api/location?${new URLSearchParams({ path, pointer }).toString()}`,
      ),
  });
  return data;
}

/** The status of the served definitions, live; undefined while the app does not answer. */
export function useStatus(): ConfigStatus | undefined {
  const [status, setStatus] = useState<ConfigStatus>();
  useEffect(() => {
    const changes = new EventSource("/workbench/api/changes");
    changes.addEventListener("message", ({ data }: MessageEvent<string>) =>
      setStatus((JSON.parse(data) as ConfigStatus | null) ?? undefined),
    );
    changes.addEventListener("error", () => setStatus(undefined));
    return () => changes.close();
  }, []);
  return status;
}
