import i18next from 'i18next';

/** Stored texts of the server, with `{name}` for variable parts, and their translations. */
export type LogTexts = Readonly<Record<string, string>>;

interface Pattern {
  test: RegExp;
  names: string[];
  translation: string;
}

interface Translations {
  exact: LogTexts;
  patterns: Pattern[];
}

const byLanguage = new Map<string, Translations>();

export function setLogTexts(language: string, texts: LogTexts): void {
  const patterns = Object.entries(texts)
    .filter(([text]) => text.includes('{'))
    .map(([text, translation]) => compile(text, translation));
  byLanguage.set(language, { exact: texts, patterns });
}

/**
 * Translates a text that the server stored in Chinese, such as the content of a log entry, together with its variable
 * parts. Unknown texts, and all texts in the Chinese console, are returned unchanged.
 */
export function logText(text: string): string {
  const translations = byLanguage.get(i18next.language);
  const exact = translations?.exact[text];
  if (exact !== undefined) return exact;
  for (const { test, names, translation } of translations?.patterns ?? []) {
    const match = test.exec(text);
    if (match)
      return names.reduce(
        (filled, name, index) => filled.replace(`{${name}}`, () => logText(match[index + 1] ?? '')),
        translation,
      );
  }
  return text;
}

function compile(template: string, translation: string): Pattern {
  const names: string[] = [];
  const source = template.split(/(\{\w+\})/).map((part) => {
    if (!/^\{\w+\}$/.test(part)) return part.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');
    names.push(part.slice(1, -1));
    return '(.*)';
  });
  return { test: new RegExp(`^${source.join('')}$`, 's'), names, translation };
}
