import { LANGUAGES } from '../../contract/languages.js';
import { partsOf } from '../../contract/stored-texts/stored-text.js';
import { noticeTemplate } from './catalogue.js';
import { zh } from './zh.js';

const codes = Object.keys(zh) as (keyof typeof zh)[];
const namesOf = (text: string) => [...new Set(partsOf(text).filter((_, index) => index % 2 === 1))].sort();

describe.each(LANGUAGES)('texts of mails and notices in %s', (language) => {
  test('have the parameters of the Chinese ones', () => {
    for (const code of codes)
      expect([code, namesOf(noticeTemplate(language, code))]).toEqual([code, namesOf(zh[code])]);
  });

  test('are plain, except those of mails and the warning of a low balance', () => {
    for (const code of codes.filter((each) => !each.startsWith('mail_') && each !== 'quota_low'))
      expect([code, /[<>]|\n/.test(noticeTemplate(language, code))]).toEqual([code, false]);
  });

  test('are in that language', () => {
    const isHan = codes.filter((code) => /\p{Script=Han}/u.test(noticeTemplate(language, code)));
    expect(isHan).toEqual(language === 'zh' ? codes : []);
  });
});
