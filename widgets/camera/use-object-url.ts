import { useEffect, useState } from "react";

/** A blob: URL for a picture, revoked after use. */
export function useObjectUrl(picture: Blob | undefined): string | undefined {
  const [url, setUrl] = useState<string>();
  useEffect(() => {
    if (!picture) return;
    const created = URL.createObjectURL(picture);
    setUrl(created);
    return () => {
      setUrl(undefined);
      URL.revokeObjectURL(created);
    };
  }, [picture]);
  return url;
}
