import i18next from 'i18next';
import {
  completeLanguage,
  type CompleteLanguage,
  DEFAULT_LANGUAGE,
  isLanguage,
  type Language,
} from '#contract/languages';
import { readText } from '../lib/browser/storage';

/** Where the browser keeps the reader's choice. */
export const LANGUAGE_KEY = 'i18nextLng';

/** In links of mails: the language of the mail. */
const LANGUAGE_PARAMETER = 'lng';

/**
 * The language of the console: Chinese unless the reader chose another in this browser, or follows a link of a mail in another; that of
 * the browser is ignored.
 */
export function currentLanguage(): Language {
  const language =
    i18next.language ||
    (readText(LANGUAGE_KEY) ?? new URLSearchParams(location.search).get(LANGUAGE_PARAMETER));
  return isLanguage(language) ? language : DEFAULT_LANGUAGE;
}

/** The language that was chosen in this browser. */
export function chosenLanguage(): Language | undefined {
  const chosen = readText(LANGUAGE_KEY);
  return isLanguage(chosen) ? chosen : undefined;
}

/** The language of texts that are declared in the complete languages, such as names of providers. */
export function declaredLanguage(): CompleteLanguage {
  return completeLanguage(currentLanguage());
}
