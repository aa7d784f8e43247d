import { Link } from "@fluentui/react-components";
import { useQuery } from "@tanstack/react-query";
import type { ConfigClient } from "#renderer/data/config-client.ts";
import { findFile, openFile } from "#renderer/data/files.ts";

/** 'View {file name}'. Files need a bearer, so the page opens their bytes, not their address. */
export function FileLink({ fileUrl, config }: { fileUrl: string; config: ConfigClient }) {
  const file = useQuery({
    queryKey: ["file", fileUrl],
    queryFn: ({ signal }) => findFile(fileUrl, signal),
    staleTime: Infinity,
  });
  const name = file.data?.fileName ?? "…";
  return (
    <Link
      href={fileUrl}
      style={{ display: "inline-flex", alignItems: "center", minHeight: 44 }}
      onClick={(event) => {
        event.preventDefault();
        void openFile(fileUrl, config);
      }}
    >
      {config.words("file.view", { name })}
    </Link>
  );
}
