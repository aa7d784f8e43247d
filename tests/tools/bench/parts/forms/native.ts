import { sectionFields, toFields } from "./bench-form.ts";

/** Uncontrolled inputs, one listener and a check at submit: the browser's own speed. */
export function mountNative(root: HTMLElement, count: number): void {
  const form = document.createElement("form");
  form.noValidate = true;
  const values: Record<string, string> = {};
  toFields(count).forEach(({ name, kind, shownBy }, i) => {
    if (i % sectionFields === 0)
      form.append(Object.assign(document.createElement("h3"), { textContent: `Section ${i / sectionFields + 1}` }));
    const frame = document.createElement("p");
    frame.hidden = shownBy !== undefined;
    frame.dataset["shownBy"] = shownBy ?? "";
    const label = Object.assign(document.createElement("label"), { htmlFor: name, textContent: `Field ${name}` });
    const error = Object.assign(document.createElement("span"), { id: `${name}-error` });
    const control = kind === "select" ? document.createElement("select") : document.createElement("input");
    if (control instanceof HTMLSelectElement)
      for (const value of ["", "a", "b", "c"]) control.append(new Option(value, value));
    else control.type = kind === "text" ? "text" : kind;
    control.id = name;
    frame.append(label, document.createElement("br"), control, error);
    form.append(frame);
  });
  form.addEventListener("input", ({ target }) => {
    const control = target as HTMLInputElement;
    values[control.id] = control.value;
    if (control.tagName === "SELECT")
      for (const frame of form.querySelectorAll<HTMLElement>(`[data-shown-by="${control.id}"]`))
        frame.hidden = control.value !== "b";
  });
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    for (const { name } of toFields(count)) {
      const error = document.getElementById(`${name}-error`);
      if (error) error.textContent = values[name] ? "" : `Field ${name} is required`;
    }
  });
  form.append(Object.assign(document.createElement("button"), { type: "submit", textContent: "Submit" }));
  root.append(form);
}
