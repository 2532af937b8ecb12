import { isLanguage, type Language } from '../../../contract/languages.js';

/**
 * The supported language that a client prefers.
 * @param acceptLanguage the header, https://www.rfc-editor.org/rfc/rfc9110#field.accept-language
 * @returns undefined if the header names no supported language
 */
export function preferredLanguage(acceptLanguage: string | undefined): Language | undefined {
  if (!acceptLanguage) return undefined;
  let best: { language: Language; weight: number } | undefined;
  for (const part of acceptLanguage.slice(0, MAX_HEADER).split(',')) {
    const [range = '', ...parameters] = part.split(';');
    const language = ours(range.trim().toLowerCase());
    const weight = weightOf(parameters);
    if (language && weight > (best?.weight ?? 0)) best = { language, weight };
  }
  return best?.language;
}

/** Characters of the header that are parsed; browsers send far fewer. */
const MAX_HEADER = 512;

function ours(range: string): Language | undefined {
  const [primary] = range.split('-');
  return isLanguage(primary) ? primary : undefined;
}

function weightOf(parameters: readonly string[]): number {
  const quality = parameters.map((each) => /^\s*q\s*=\s*([\d.]+)\s*$/i.exec(each)?.[1]).find(Boolean);
  return quality === undefined ? 1 : Number(quality) || 0;
}
