import { parentPort } from "node:worker_threads";
import { compileSectionModule } from "../compile-validator.ts";

/** A section to compile, and the answer: the module's text, or a fault. */
export interface CompileRequest {
  id: number;
  schema: Parameters<typeof compileSectionModule>[0];
  runtimeUrl: string;
}
export interface CompileAnswer {
  id: number;
  text?: string;
  fault?: string;
}

parentPort?.on("message", ({ id, schema, runtimeUrl }: CompileRequest) => {
  let answer: CompileAnswer;
  try {
    answer = { id, text: compileSectionModule(schema, runtimeUrl) };
  } catch (error) {
    answer = { id, fault: error instanceof Error ? error.message : String(error) };
  }
  parentPort?.postMessage(answer);
});
