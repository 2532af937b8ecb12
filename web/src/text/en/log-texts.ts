import { textIn } from '#contract/stored-texts/catalogue';
import { englishOf } from '#contract/stored-texts/stored-sentence';
import type { LogTexts } from '../log-text';

/** The catalogue of the server in English. */
export const logTexts: LogTexts = { ofCode: (text) => textIn('en', text), ofSentence: englishOf };
