import { DEFAULT_LANGUAGE, type Language } from '../languages.js';
import { storedTexts, templateIn, type FurtherTexts } from './catalogue.js';
import { filled, partsOf, type TextTemplates } from './stored-text.js';

interface Sentence {
  readonly code: string;
  readonly test: RegExp;
  /** Names of the parameters, in the order of the groups of `test`. */
  readonly names: readonly string[];
  /** Parts of the English template. */
  readonly english: readonly string[];
}

type Entry = readonly [code: string, templates: TextTemplates];

const ALL: readonly Entry[] = Object.entries(storedTexts);
const EXTENSION = '{text}';
/** The last parameter of prices, behind which extensions stand. */
const EXTENDED = 'group';

const exact = new Map(ALL.map(([code, { zh, en }]) => [zh, { code, en }]));
const sentences = compile(ALL.filter(([, { zh }]) => zh.includes('{') && !zh.startsWith(EXTENSION)));
/** They match nearly everything, so they are looked for only inside a sentence that can be extended. */
const extensions = compile(ALL.filter(([, { zh }]) => zh.startsWith(EXTENSION)));

/** Those with the most text of their own first: parameters match anything. */
function compile(entries: readonly Entry[]): Sentence[] {
  return entries
    .map(([code, { zh, en }]) => ({ code, parts: partsOf(zh), en }))
    .sort((one, other) => lengthOf(other.parts) - lengthOf(one.parts))
    .map(({ code, parts, en }) => ({
      code,
      test: new RegExp(`^${parts.map((part, index) => (index % 2 ? '(.*)' : escaped(part))).join('')}$`, 's'),
      names: parts.filter((_, index) => index % 2 === 1),
      english: partsOf(en),
    }));
}

function lengthOf(parts: readonly string[]): number {
  return parts.reduce((sum, part, index) => (index % 2 ? sum : sum + part.length), 0);
}

function escaped(text: string): string {
  return text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');
}

/**
 * The English of a sentence that was stored in Chinese without a code: in rows of older releases and imported ones, in names,
 * and in parameters of errors. The sentences are those of the catalogue, and so are their variable parts. Other texts are
 * returned unchanged.
 */
export function englishOf(sentence: string): string {
  return translationOf(sentence, {});
}

/** As `englishOf`, in another language. @param further its texts: those that it lacks are in English */
export function translationOf(sentence: string, further: FurtherTexts): string {
  const same = exact.get(sentence);
  if (same) return templateIn(further, same.code) ?? same.en;
  return translated(sentence, sentences, further) ?? sentence;
}

/** A sentence that was stored in Chinese, in the language of its reader; as `englishOf`. */
export function sentenceIn(language: Language, sentence: string, further: FurtherTexts = {}): string {
  return language === DEFAULT_LANGUAGE ? sentence : translationOf(sentence, further);
}

/** A part of a sentence that extensions may follow. */
function extended(part: string, further: FurtherTexts): string {
  return (
    translated(part, extensions, further, (inner) => extended(inner, further)) ?? translationOf(part, further)
  );
}

function translated(
  text: string,
  among: readonly Sentence[],
  further: FurtherTexts,
  ofPart?: (part: string) => string,
): string | undefined {
  for (const { code, test, names, english } of among) {
    const match = test.exec(text);
    if (!match) continue;
    const own = templateIn(further, code);
    return filled(own === undefined ? english : partsOf(own), (name) => {
      const part = match[names.indexOf(name) + 1] ?? '';
      return ofPart?.(part) ?? (name === EXTENDED ? extended(part, further) : translationOf(part, further));
    });
  }
  return undefined;
}
