import { Link } from "@fluentui/react-components";
import { useQuery } from "@tanstack/react-query";
import { findFile, openFile } from "#renderer/data/files.ts";

/** 'View {file name}'. Files need a bearer, so the page opens their bytes, not their address. */
export function FileLink({ fileUrl, words }: { fileUrl: string; words(key: string, values: Record<string, string>): string }) {
  const file = useQuery({ queryKey: ["file", fileUrl], queryFn: ({ signal }) => findFile(fileUrl, signal), staleTime: Infinity });
  const name = file.data?.fileName ?? "…";
  return <Link href={fileUrl} style={{ display: "inline-flex", alignItems: "center", minHeight: 44 }} onClick={(event) => { event.preventDefault(); void openFile(fileUrl); }}>{words("file.view", { name })}</Link>;
}
