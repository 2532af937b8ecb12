/** Languages that texts for clients exist in. */
export type TextLanguage = 'zh' | 'en';

/**
 * The language a client prefers among ours.
 * @param acceptLanguage the header of https://www.rfc-editor.org/rfc/rfc9110#field.accept-language
 * @returns undefined when it names neither
 */
export function preferredLanguage(acceptLanguage: string | undefined): TextLanguage | undefined {
  if (!acceptLanguage) return undefined;
  let best: { language: TextLanguage; weight: number } | undefined;
  for (const part of acceptLanguage.slice(0, MAX_HEADER).split(',')) {
    const [range = '', ...parameters] = part.split(';');
    const language = ours(range.trim().toLowerCase());
    const weight = weightOf(parameters);
    if (language && weight > (best?.weight ?? 0)) best = { language, weight };
  }
  return best?.language;
}

/** Characters that are read; what browsers send is much shorter. */
const MAX_HEADER = 512;

function ours(range: string): TextLanguage | undefined {
  const primary = range.split('-')[0];
  return primary === 'zh' || primary === 'en' ? primary : undefined;
}

function weightOf(parameters: readonly string[]): number {
  const given = parameters.map((each) => /^\s*q\s*=\s*([\d.]+)\s*$/i.exec(each)?.[1]).find(Boolean);
  return given === undefined ? 1 : Number(given) || 0;
}
