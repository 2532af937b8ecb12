import type { CompleteLanguage } from '#contract/languages';
import type { SomeTexts } from './texts';

/** Texts of features, in the complete languages. */
const PARTS = import.meta.glob<SomeTexts>('../features/**/texts/{zh,en}.ts');

/** @throws Error for a folder without texts, and if they cannot be loaded */
export function textsOfPart(part: string, language: CompleteLanguage): Promise<SomeTexts> {
  const load = PARTS[`../features/${part}/texts/${language}.ts`];
  if (!load) throw new Error(`no texts of ${part} in ${language}`);
  return load();
}
