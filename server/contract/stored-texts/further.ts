import type { Language } from '../languages.js';
import type { FurtherTexts } from './catalogue.js';
import { fr } from './fr.js';

/** Texts of the languages that are not complete. Apart from the catalogue, so that the console loads those of its language alone. */
const texts: Readonly<Partial<Record<Language, FurtherTexts>>> = { fr };

export function furtherTexts(language: Language): FurtherTexts {
  return texts[language] ?? {};
}
