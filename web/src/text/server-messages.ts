import i18next from 'i18next';

/** A Chinese text of the server with `{name}` for its variable parts, and its English. */
export type ServerTexts = Readonly<Record<string, string>>;

interface Pattern {
  test: RegExp;
  names: string[];
  english: string;
}

let exact: ServerTexts = {};
let patterns: Pattern[] = [];

export function setServerTexts(texts: ServerTexts): void {
  exact = texts;
  patterns = Object.entries(texts)
    .filter(([chinese]) => chinese.includes('{'))
    .map(([chinese, english]) => compile(chinese, english));
}

/** The server speaks Chinese; known messages are shown in the language of the console, others as they came. */
export function serverMessage(message: string): string {
  if (i18next.language !== 'en') return message;
  const known = exact[message];
  if (known !== undefined) return known;
  for (const { test, names, english } of patterns) {
    const match = test.exec(message);
    if (match)
      return names.reduce((text, name, index) => text.replace(`{${name}}`, match[index + 1] ?? ''), english);
  }
  return message;
}

function compile(chinese: string, english: string): Pattern {
  const names: string[] = [];
  const source = chinese.split(/(\{\w+\})/).map((part) => {
    if (!/^\{\w+\}$/.test(part)) return part.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');
    names.push(part.slice(1, -1));
    return '(.*)';
  });
  return { test: new RegExp(`^${source.join('')}$`, 's'), names, english };
}
