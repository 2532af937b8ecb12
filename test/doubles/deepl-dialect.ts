import { geminiDialect } from './gemini-dialect.js';
import type { Dialect } from './scripted-answer.js';
import { items, Violations } from './strict/violations.js';

const MEMBERS = [
  'text',
  'source_lang',
  'target_lang',
  'context',
  'show_billed_characters',
  'split_sentences',
  'preserve_formatting',
  'formality',
  'model_type',
  'glossary_id',
];

/** Translations: https://developers.deepl.com/api-reference/translate. There are no streams and no tools. */
export const deeplDialect: Dialect = {
  ...geminiDialect,
  refuses({ headers, json: body = {} }) {
    if (!/^DeepL-Auth-Key \S+$/.test(headers.authorization ?? ''))
      return { status: 403, message: 'Forbidden' };
    const texts = items(body.text);
    const found = new Violations();
    found.known(body, MEMBERS, 'body');
    found.expect(texts.length > 0 && texts.length <= 50, 'text', 'must have 1 to 50 texts');
    for (const one of texts) found.expect(typeof one === 'string' && one !== '', 'text', 'must not be empty');
    found.expect(
      typeof body.target_lang === 'string' && /^[A-Z]{2,3}(-[A-Z0-9]+)*$/.test(body.target_lang),
      'target_lang',
      'not supported',
    );
    return found.list[0];
  },
  whole: ({ text, usage }) => ({
    translations: [
      {
        detected_source_language: 'EN',
        text: text.join(''),
        ...(usage && { billed_characters: usage.input }),
      },
    ],
  }),
  error: (_status, message) => ({ message }),
};
