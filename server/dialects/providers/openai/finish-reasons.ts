import { list, record, text, type UnknownRecord } from '../../json/lenient.js';

/** Replaces the provider's own finish reasons by OpenAI's; returns the same body if there are none. */
export function withFinishReasons(
  body: UnknownRecord,
  words: Readonly<Record<string, string>>,
): UnknownRecord {
  const choices = list(body.choices);
  const wordOf = (reason: string) => (Object.hasOwn(words, reason) ? words[reason] : undefined);
  if (!choices.some((choice) => wordOf(text(record(choice).finish_reason)))) return body;
  return {
    ...body,
    choices: choices.map((item) => {
      const choice = record(item);
      const word = wordOf(text(choice.finish_reason));
      return word === undefined ? choice : { ...choice, finish_reason: word };
    }),
  };
}
