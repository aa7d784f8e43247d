import type { Call } from "#renderer/data/client.ts";
import type { ConfigClient } from "#renderer/data/config-client.ts";
import { meetFailure } from "#renderer/data/meet-failure.ts";
import type { PaperReading, StoredFile, WidgetServices } from "#widgets/widget.ts";

// Fetched with the first stored file: signing in has none.
const loadFiles = () => import("#renderer/data/files.ts");

/** What widgets may ask about a file that is stored already. */
export function toStoredFileServices(setup: {
  readonly call: Call;
  config(): ConfigClient;
}): Required<Pick<WidgetServices, "describeFile" | "askScan" | "askReading" | "loadFile" | "openFile">> {
  const askScan = (fileUrl: string, signal: AbortSignal) =>
    setup.call("files.scan", { id: fileUrl.split("/").pop() }, { signal }).then(
      (said) => said as StoredFile,
      () => undefined, // no answer, or a wallet that scans nothing
    );
  return {
    askScan,
    askReading: (fileUrl) =>
      setup.call("files.reading", { id: fileUrl.split("/").pop() }).then(
        (read) => read as PaperReading,
        () => undefined, // no answer, or a wallet that reads nothing
      ),
    // What is not given, may be so because of what the scanner says of it.
    describeFile: async (fileUrl, signal) => {
      const file = await (await loadFiles()).findFile(fileUrl, signal);
      return file ? { fileUrl, ...file } : askScan(fileUrl, signal);
    },
    loadFile: async (fileUrl, signal) => (await loadFiles()).loadFile(fileUrl, signal),
    openFile: (fileUrl) => {
      const config = setup.config();
      loadFiles().then(
        ({ openFile }) => openFile(fileUrl, config),
        (error: unknown) => meetFailure(error, config),
      );
    },
  };
}
