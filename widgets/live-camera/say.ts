import { type SayWidget } from "#widgets/said.ts";

/** A picture that is taken now; without a camera it is one that is given. */
export const say: SayWidget = ({ label, state, value, services, onBusy, take }) => [
  {
    ...state,
    role: "file",
    name: label,
    value: value ? "Taken" : "",
    give: async (file) => {
      onBusy(true);
      try {
        const { signal } = new AbortController();
        const order = { category: "photo", fieldName: "photo", detectIssues: false, resumeKey: file.name, signal };
        const { stored } = await services.upload(file, { ...order, onProgress: () => undefined });
        take({ imageUrl: stored?.fileUrl, timestamp: services.now() });
      } finally {
        onBusy(false);
      }
    },
  },
];
