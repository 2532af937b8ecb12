import { readdirSync, existsSync } from 'node:fs';
import { en as englishErrors } from '../../server/contract/errors/en/index.js';
import { errorText } from '../../server/contract/errors/api-error.js';
import type { ErrorCode } from '../../server/contract/errors/codes.js';
import { completeLanguage, factsOf, LANGUAGES, type Language } from '../../server/contract/languages.js';
import { storedTexts, type StoredTextCode } from '../../server/contract/stored-texts/catalogue.js';
import { furtherTexts } from '../../server/contract/stored-texts/further.js';
import { partsOf } from '../../server/contract/stored-texts/stored-text.js';
import { notificationChannels } from '../../server/notifications/channels/index.js';
import { en } from '../../web/src/text/en/index';
import { zh } from '../../web/src/text/zh/index';

type Tree = { readonly [key: string]: string | Tree };
interface LanguageModule {
  readonly texts: Tree;
  readonly errorTexts: { readonly rules: Readonly<Record<string, string>> };
  readonly declared?: Readonly<Record<string, string>>;
}

/** Texts of pages that administrators alone see; the others are those of users. */
const ADMINISTRATORS =
  /^(channel|channelForm|channelGroups|mapField|channelHealth|channelPage|channelSetting|channelUpstream|keyRecognition|unsavedTest|tagForm|user|userTokens|adminKeys|audit|alerts|setup|importing|purchasePrices|taskPrices|redemption|settings)\.|^palette\.(channelPage|errorsOfHour|drain|priority|priorityOf|addQuota|refund|nothingToRefund|disable(Channel|User|Code|OfKey)|inviteByMail|quotaAdded|testing|need|amount|balanceAfter|verb\.(disableChannel|disableUser|enableChannel|enableUser|testChannel|drainChannel|priority|price|refund|quota))/;

function leaves(tree: Tree, path = ''): [key: string, text: string][] {
  return Object.entries(tree).flatMap(([key, value]) =>
    typeof value === 'string' ? [[path + key, value] as [string, string]] : leaves(value, `${path}${key}.`),
  );
}

/** The files of a language that the console loads. */
const FILES = ['first', 'console', 'failures', 'problems'];
const moduleOf = async (language: Language) =>
  ({
    ...(await import(`../../web/src/text/${language}/console.ts`)),
    ...(await import(`../../web/src/text/${language}/problems.ts`)),
  }) as LanguageModule;
const places = (text: string) => [...text.matchAll(/\{\{(\w+)\}\}/g)].map(([, name = '']) => name).toSorted();
const params = (text: string) => [...new Set(partsOf(text).filter((_, index) => index % 2 === 1))].toSorted();
const english = new Map(leaves(en));
const partial = LANGUAGES.filter((language) => completeLanguage(language) !== language);

test('each folder of texts is a language, and each language has one', () => {
  const folders = readdirSync('web/src/text').filter((name) => existsSync(`web/src/text/${name}/first.ts`));
  expect(folders.toSorted()).toEqual([...LANGUAGES].toSorted());
  for (const language of LANGUAGES)
    for (const file of FILES) expect(existsSync(`web/src/text/${language}/${file}.ts`)).toBe(true);
  for (const language of LANGUAGES)
    expect(Intl.DateTimeFormat.supportedLocalesOf(factsOf(language).locale)).not.toEqual([]);
});

describe.each(partial)('the language %s, which has the texts of users alone,', (language) => {
  test('has no key that Chinese lacks, and every key of the pages of users', async () => {
    const own = new Set(leaves((await moduleOf(language)).texts).map(([key]) => key));
    const all = new Set(leaves(zh).map(([key]) => key));
    expect([...own].filter((key) => !all.has(key))).toEqual([]);
    expect([...all].filter((key) => !own.has(key) && !ADMINISTRATORS.test(key))).toEqual([]);
  });

  test('has the places of the English texts, and no empty text', async () => {
    for (const [key, text] of leaves((await moduleOf(language)).texts)) {
      expect([key, ...places(text)]).toEqual([key, ...places(english.get(key)!)]);
      expect([key, text.trim() === '']).toEqual([key, english.get(key)!.trim() === '']);
    }
  });

  test('has the parameters of errors, rules and stored texts', async () => {
    for (const [code, text] of Object.entries(englishErrors.errors))
      expect([code, ...params(errorText(code as ErrorCode, {}, language))]).toEqual([code, ...params(text)]);
    const { rules } = (await moduleOf(language)).errorTexts;
    for (const [rule, text] of Object.entries(englishErrors.rules))
      expect([rule, ...params(rules[rule]!)]).toEqual([rule, ...params(text)]);
    for (const [code, text] of Object.entries(furtherTexts(language)))
      expect([code, ...params(text)]).toEqual([code, ...params(storedTexts[code as StoredTextCode].en)]);
  });

  test('has the fields of notification channels, and no text that nothing declares', async () => {
    const { declared = {} } = await moduleOf(language);
    const texts = notificationChannels.flatMap(({ name, fields }) => [
      name.en,
      ...fields.flatMap(({ label, hint }) => [label.en, hint.en]),
    ]);
    expect(Object.keys(declared).filter((text) => !texts.includes(text))).toEqual([]);
    // Names of products are the same everywhere.
    const missing = texts.filter((text) => text !== '' && declared[text] === undefined);
    expect(missing.toSorted()).toEqual(['Bark', 'Gotify', 'Slack', 'Webhook']);
  });
});
