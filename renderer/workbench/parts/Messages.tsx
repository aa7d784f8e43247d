import { useMemo } from "react";
import { toTranslate } from "#engine/core/definitions/translate.ts";
import type { Choice } from "../choice.ts";
import type { Documents } from "../documents.ts";
import { listMessages } from "../messages.ts";

/** All messages of a form at once, in the chosen languages. */
export function Messages({ documents, choice }: { documents: Documents; choice: Choice }) {
  const [folder, id = ""] = choice.subject.split("/");
  const rows = useMemo(() => {
    if (folder !== "forms") return [];
    const byLanguage = choice.lang.map((lang) =>
      listMessages(documents, id, choice.org[0] ?? "", toTranslate(documents.find("locale", lang))),
    );
    return (byLanguage[0] ?? []).map((row, index) => ({
      ...row,
      messages: byLanguage.map((one) => one[index]?.message ?? ""),
    }));
  }, [documents, folder, id, choice.lang, choice.org]);
  if (rows.length === 0) return null;
  return (
    <section className="messages">
      <h2>Every message of {id}</h2>
      <table>
        <thead>
          <tr>
            <th scope="col">field</th>
            <th scope="col">keyword</th>
            {choice.lang.map((lang) => (
              <th key={lang} scope="col">
                {lang}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map(({ pointer, keyword, messages }) => (
            <tr key={`${pointer} ${keyword}`}>
              <th scope="row">{pointer}</th>
              <td>{keyword}</td>
              {messages.map((message, index) => (
                <td key={choice.lang[index]}>{message}</td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}
