import type { AskedPlace } from "./setting.ts";
export async function recordHar(
  _file: string,
  _name: string | undefined,
  _place: AskedPlace,
  _schemasDir: string,
): Promise<number> {
  return 1;
}
