import { axes, viewers, themes, widths, type Axis, type Choice } from "../choice.ts";
import type { Documents } from "../documents.ts";
import { chooseSubject } from "../redirect-reason.ts";
import { findScreen } from "../scene.ts";

interface ControlsProps {
  documents: Documents;
  choice: Choice;
  onChange(choice: Choice): void;
}

/** Chooses one screen or form, and any number of values on each axis. */
export function Controls({ documents, choice, onChange }: ControlsProps) {
  const values: Record<Axis, readonly string[]> = {
    org: documents.list("organisation").map(({ id }) => id),
    lang: ["en", ...documents.languages()],
    who: viewers,
    width: Object.keys(widths),
    theme: themes,
  };
  const requests = [...new Set(choice.org.flatMap((org) => documents.listRequests(org).map(({ id }) => id)))];
  return (
    <>
      <label className="field">
        Screen or form
        <select
          value={choice.subject}
          onChange={({ target }) => onChange(chooseSubject(documents, choice, target.value))}
        >
          <optgroup label="Screens">
            {documents.list("screen").map(({ id }) => (
              <option key={id} value={`screens/${id}`}>
                {id}
              </option>
            ))}
          </optgroup>
          <optgroup label="Forms">
            {documents.list("form").map(({ id }) => (
              <option key={id} value={`forms/${id}`}>
                {id}
              </option>
            ))}
          </optgroup>
        </select>
      </label>
      <label className="field">
        Request
        <select value={choice.request} onChange={({ target }) => onChange({ ...choice, request: target.value })}>
          <option value="">the first that includes it</option>
          {requests.map((id) => (
            <option key={id}>{id}</option>
          ))}
        </select>
      </label>
      <Values documents={documents} choice={choice} onChange={onChange} />
      {(Object.keys(axes) as Axis[]).map((axis) => (
        <MultipleChoice
          key={axis}
          title={axes[axis].title}
          values={values[axis]}
          chosen={choice[axis]}
          onChange={(chosen) => onChange({ ...choice, [axis]: chosen })}
        />
      ))}
    </>
  );
}

interface MultipleChoiceProps {
  title: string;
  values: readonly string[];
  chosen: readonly string[];
  onChange(chosen: readonly string[]): void;
}

/** One or several values; the last one cannot be removed. */
function MultipleChoice({ title, values, chosen, onChange }: MultipleChoiceProps) {
  const isAll = values.every((value) => chosen.includes(value));
  const toggle = (value: string) => {
    const next = values.filter((one) => (one === value ? !chosen.includes(one) : chosen.includes(one)));
    if (next.length > 0) onChange(next);
  };
  return (
    <fieldset>
      <legend>
        {title}
        <button type="button" className="all" onClick={() => onChange(isAll ? values.slice(0, 1) : values)}>
          {isAll ? "one" : "all"}
          <span className="hidden"> of {title}</span>
        </button>
      </legend>
      {values.map((value) => (
        <span key={value} className="choice">
          <label>
            <input type="checkbox" checked={chosen.includes(value)} onChange={() => toggle(value)} />
            {value}
          </label>
          <button type="button" className="only" onClick={() => onChange([value])}>
            only<span className="hidden"> {value}</span>
          </button>
        </span>
      ))}
    </fieldset>
  );
}

/** Route and navigation values of the screen; empty ones come from the scene. */
function Values({ documents, choice, onChange }: ControlsProps) {
  const screen = findScreen(documents, choice.subject);
  const route = [screen?.route ?? []].flat().join(" ");
  const params = [...route.matchAll(/:(\w+)/g)].map(([, name]) => [name!, {}] as const);
  const declared = Object.entries({ ...Object.fromEntries(params), ...screen?.query, ...screen?.state });
  if (declared.length === 0) return null;
  return (
    <details>
      <summary>Values of the address</summary>
      {declared.map(([name, { enum: choices = undefined } = {}]: [string, { enum?: readonly string[] }]) => (
        <label key={name} className="field">
          {name}
          <input
            list={choices && `choices-${name}`}
            placeholder="of the scene"
            value={choice.values[name] ?? ""}
            onChange={({ target }) => onChange({ ...choice, values: { ...choice.values, [name]: target.value } })}
          />
          {choices ? (
            <datalist id={`choices-${name}`}>
              {choices.map((one) => (
                <option key={one} value={one} />
              ))}
            </datalist>
          ) : null}
        </label>
      ))}
    </details>
  );
}
