import i18next from 'i18next';

/** Server messages, with `{name}` for variable parts, and their translations. */
export type ServerTexts = Readonly<Record<string, string>>;

interface Pattern {
  test: RegExp;
  names: string[];
  said: string;
}

interface Known {
  exact: ServerTexts;
  patterns: Pattern[];
}

const known = new Map<string, Known>();

export function setServerTexts(language: string, texts: ServerTexts): void {
  const patterns = Object.entries(texts)
    .filter(([text]) => text.includes('{'))
    .map(([text, said]) => compile(text, said));
  known.set(language, { exact: texts, patterns });
}

/**
 * The server's messages are Chinese or error codes. Known ones are translated together with their variable parts;
 * others are returned unchanged.
 */
export function serverMessage(message: string): string {
  const texts = known.get(i18next.language);
  const exact = texts?.exact[message];
  if (exact !== undefined) return exact;
  for (const { test, names, said } of texts?.patterns ?? []) {
    const match = test.exec(message);
    if (match)
      return names.reduce(
        (text, name, index) => text.replace(`{${name}}`, () => serverMessage(match[index + 1] ?? '')),
        said,
      );
  }
  return message;
}

function compile(template: string, said: string): Pattern {
  const names: string[] = [];
  const source = template.split(/(\{\w+\})/).map((part) => {
    if (!/^\{\w+\}$/.test(part)) return part.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');
    names.push(part.slice(1, -1));
    return '(.*)';
  });
  return { test: new RegExp(`^${source.join('')}$`, 's'), names, said };
}
