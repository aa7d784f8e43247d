import type { Call } from "#renderer/data/client.ts";
import type { ConfigClient } from "#renderer/data/config-client.ts";
import { handleFailure } from "#renderer/data/handle-failure.ts";
import type { DocumentReading, StoredFile, WidgetServices } from "#widgets/widget.ts";

// Loaded with the first stored file.
const loadFiles = () => import("#renderer/data/files.ts");

/** Services for files that are already stored. */
export function toStoredFileServices(setup: {
  readonly call: Call;
  config(): ConfigClient;
}): Required<Pick<WidgetServices, "describeFile" | "getScanResult" | "getDocumentReading" | "loadFile" | "openFile">> {
  const askScan = (fileUrl: string, signal: AbortSignal) =>
    setup.call("files.scan", { id: fileUrl.split("/").pop() }, { signal }).then(
      (file) => file as StoredFile,
      () => undefined, // no answer, or a wallet without a virus scanner
    );
  return {
    getScanResult: askScan,
    getDocumentReading: (fileUrl) =>
      setup.call("files.reading", { id: fileUrl.split("/").pop() }).then(
        (read) => read as DocumentReading,
        () => undefined, // no answer, or a wallet that does not read documents
      ),
    // A file may be missing because the virus scanner holds it back.
    describeFile: async (fileUrl, signal) => {
      const file = await (await loadFiles()).fetchFileFacts(fileUrl, signal);
      return file ? { fileUrl, ...file } : askScan(fileUrl, signal);
    },
    loadFile: async (fileUrl, signal) => (await loadFiles()).loadFile(fileUrl, signal),
    openFile: (fileUrl) => {
      const config = setup.config();
      loadFiles().then(
        ({ openFile }) => openFile(fileUrl, config),
        (error: unknown) => handleFailure(error, config),
      );
    },
  };
}
