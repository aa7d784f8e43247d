import { stripVTControlCharacters } from "node:util";
import { listAddresses, type Address, type ScreenEntry } from "./addresses.ts";
import type { Facts } from "./claims.ts";
import { judge } from "./judge.ts";
import { readKnown } from "./known.ts";
import type { Memory } from "./memory.ts";
import { press, type Pressed } from "./press.ts";
import { describe, toKey, toLasting, type Control, type Reading } from "./reading.ts";
import type { Scene, Situation } from "./situations.ts";
import { Witness } from "./truth.ts";
import type { Visitor } from "./visitor.ts";

/** Number of nested presses: a button, what it opens, and what that opens. One where each press needs a new page. */
const toDepth = ({ line, ends }: Situation): number => (ends !== undefined ? 1 : line === "well" ? 3 : 2);
/** Presses only the first few options of a list or days of a calendar. */
const choices = 3;
const alike = new Set(["option", "gridcell"]);

export interface Stage {
  begin(): Promise<Scene>;
  open(scene: Scene): Promise<Visitor>;
}

/** One screen in one situation: opens it by every address, reloads it, and presses every control. */
export class Crawl {
  readonly faults: string[] = [];
  private visitor!: Visitor;
  private witness!: Witness;
  private addresses: Address[] = [];
  /** Number of failed calls judged so far. */
  private judged = 0;

  constructor(
    private readonly title: string,
    private readonly baseUrl: string,
    private readonly screen: ScreenEntry,
    private readonly situation: Situation,
    private readonly stage: Stage,
    private readonly memory: Memory,
    /** Presses the controls of the frame, too. */
    private readonly frame: boolean,
  ) {}

  async run(): Promise<void> {
    await this.setUp();
    for (const { ids } of this.addresses) {
      const reading = await this.visit(ids);
      if (!reading) continue;
      if (this.situation.line === "well" && this.situation.ends === undefined) await this.reload(ids, reading);
      await this.pressAll(ids, reading);
    }
  }

  /** Opens every kind of address and presses nothing: some seconds for a screen. */
  async look(): Promise<void> {
    await this.setUp();
    const seen = new Set<string>();
    for (const { ids, like = ids } of this.addresses) if (!seen.has(like) && seen.add(like)) await this.visit(ids);
  }

  async close(): Promise<void> {
    const visitor = this.visitor as Visitor | undefined;
    await visitor?.context.close();
    if (visitor?.changed === false) visitor.scene.giveBack?.();
  }

  /** Creates an unchanged scene. */
  private async setUp(): Promise<void> {
    const scene = await this.stage.begin();
    const known = this.visitor as Visitor | undefined;
    known?.enter(scene);
    this.visitor = known ?? (await this.stage.open(scene));
    this.witness = await Witness.of(this.baseUrl, scene);
    this.addresses = listAddresses(this.screen, scene, await readKnown(this.baseUrl, scene));
  }

  /** Opens the address of these ids. A press that changed the data requires a new scene. */
  private async open(ids: string): Promise<Reading | undefined> {
    if (this.visitor.changed) await this.setUp();
    const address = this.addresses.find((one) => one.ids === ids);
    if (!address) throw new Error(`No address with ${ids}.`);
    this.judged = 0;
    try {
      return await this.visitor.open(address);
    } catch (error) {
      this.tell(ids, [], [toMessage(error)]);
      return undefined;
    }
  }

  private async visit(ids: string): Promise<Reading | undefined> {
    const reading = await this.open(ids);
    if (!reading) return undefined;
    if (this.visitor.atFirst) this.tell(ids, ["while it loads"], await this.judge(this.visitor.atFirst, true));
    this.tell(ids, [], await this.judge(reading));
    return reading;
  }

  /** Expects the same page after a reload. */
  private async reload(ids: string, before: Reading): Promise<void> {
    try {
      await this.visitor.page.reload();
      const after = await this.visitor.rest();
      if (after.screen !== before.screen || toLasting(after.main) !== toLasting(before.main))
        this.tell(ids, [], [`another page after a reload: ${before.screen} ${diff(before.main, after.main)}`]);
      this.tell(ids, [], await this.judge(after));
    } catch (error) {
      this.tell(ids, [], [`reloaded: ${toMessage(error)}`]);
    }
  }

  private async pressAll(ids: string, first: Reading): Promise<void> {
    const own = first.controls.filter(({ within, name }) => this.frame || within !== "page" || name === "Back");
    const queue = pickFew(own.filter(isWorthIt)).map((control) => [control]);
    const signature = this.toSignature(first, own);
    if (this.memory.knows(signature)) return;
    const known = new Set(first.controls.map(toKey));
    let at: Reading | undefined;
    for (let path = queue.shift(); path; path = queue.shift()) {
      const done = await this.pressPath(ids, path, at);
      this.judged = 0;
      at = done && !this.visitor.changed ? await this.visitor.goBack(first.url) : undefined;
      if (at && (at.url !== first.url || toLasting(at.tree) !== toLasting(first.tree))) at = undefined;
      if (!done || path.length >= toDepth(this.situation)) continue;
      const { before, after } = done;
      // Another screen or language has its own tests.
      if ((after.screen !== before.screen && !after.dialog) || after.language !== before.language) continue;
      const fresh = after.controls.filter((control) => isWorthIt(control) && !known.has(toKey(control)));
      for (const control of fresh) known.add(toKey(control));
      queue.push(...pickFew(fresh).map((control) => [...path, control]));
    }
    this.memory.remember(signature);
  }

  /** Presses controls in sequence on the given or a new page, and judges the effect of the last press. */
  private async pressPath(ids: string, path: Control[], stands?: Reading): Promise<Pressed | undefined> {
    let reading = stands ?? (await this.open(ids));
    let done: Pressed | undefined;
    for (const [i, control] of path.entries()) {
      if (!reading) return undefined;
      const isLast = i === path.length - 1;
      this.judged = this.visitor.failed.length;
      try {
        done = await press(this.visitor, reading, control);
        if (!done) return undefined;
      } catch (error) {
        if (isLast) this.tell(ids, path, [toMessage(error)]);
        return undefined;
      }
      reading = done.after;
    }
    if (!done) return undefined;
    if (this.visitor.changed) await this.witness.refresh();
    this.tell(ids, path, [...(await this.judgePress(done)), ...(await this.judge(done.after))]);
    return done;
  }

  private async judgePress({ after, noticed, asked, early, shown }: Pressed): Promise<string[]> {
    const { failed } = this.visitor;
    return [
      ...(!noticed && !asked ? ["dead press"] : []),
      ...(!noticed && asked && failed.length > 0 ? [`mute press: ${failed.join(", ")}`] : []),
      ...(early && noticed && !shown ? ["nothing shows while it waits"] : []),
      // After a change, the page learns its effect from the answer.
      ...(early && !this.visitor.changed ? await this.judge(early, true) : []),
      ...(after.url.endsWith("/favicon.svg") || after.url.startsWith("about:") ? ["leaves the wallet"] : []),
    ];
  }

  private async judge(reading: Reading, waiting = false): Promise<string[]> {
    const { failed, errors } = this.visitor;
    const { line, ends } = this.situation;
    const facts: Omit<Facts, "screen" | "path"> = {
      truth: await this.witness.tell(reading.open),
      failed: failed.length > 0 || line === "with failures" || line === "not at all",
      ended: ends !== undefined,
    };
    const met = new Set<string>();
    const faults = judge(reading, facts, met).filter((fault) => !waiting || fault.startsWith("untrue"));
    this.memory.meet(met);
    const isExpired = failed.slice(this.judged).some((call) => call.startsWith("401"));
    if (!waiting) this.judged = failed.length;
    return [
      ...faults,
      ...errors.splice(0).filter((error) => line === "well" || !isNetwork(error)),
      ...(isExpired && !waiting && !reading.url.endsWith("/login")
        ? [`a session that is over is not told: ${failed.join(", ")}`]
        : []),
    ];
  }

  private toSignature(reading: Reading, controls: readonly Control[]): string {
    const { width = 0 } = this.visitor.page.viewportSize() ?? {};
    const names = controls.map((control) => `${toKey(control)}${control.disabled ? " off" : ""}`);
    return JSON.stringify([width, this.situation.line, this.situation.ends, reading.screen, names]);
  }

  private tell(ids: string, path: readonly (Control | string)[], faults: readonly string[]): void {
    const where = [ids, ...path.map((step) => (typeof step === "string" ? step : describe(step)))].join(" › ");
    const told = faults.map((fault) => `${where}: ${fault}`);
    this.faults.push(...told);
    this.memory.tell(this.title, told);
  }
}

/** Skips disabled controls, the selected one of several, and links that leave the browser. */
const isWorthIt = ({ disabled, on, name, role }: Control): boolean =>
  !disabled && !on && !(role === "link" && /@|^\+?\d[\d ]+$/.test(name));

function pickFew(controls: readonly Control[]): Control[] {
  let left = choices;
  return controls.filter(({ role }) => !alike.has(role) || left-- > 0);
}

const isNetwork = (error: string): boolean => /fetch|network|Failed to load|dynamically imported/i.test(error);

const toMessage = (error: unknown): string =>
  stripVTControlCharacters(error instanceof Error ? error.message : String(error))
    .split("\n")
    .slice(0, 4)
    .join(" ");

function diff(a: string, b: string): string {
  const [before, after] = [toLasting(a).split("\n"), toLasting(b).split("\n")];
  const gone = before.filter((row) => !after.includes(row)).slice(0, 4);
  const come = after.filter((row) => !before.includes(row)).slice(0, 4);
  return `− ${gone.map((row) => row.trim()).join(" | ")} + ${come.map((row) => row.trim()).join(" | ")}`;
}
