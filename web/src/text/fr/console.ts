/** A language without the pages of administrators is loaded whole. */
export { declared, logTexts, texts } from './index';
