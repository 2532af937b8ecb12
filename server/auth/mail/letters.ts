import { completeLanguage, LANGUAGES, type Language } from '../../contract/languages.js';
import { escaped } from '../../notifications/notice.js';
import { noticeText } from '../../notifications/texts/catalogue.js';

/** Subject and body of a mail. */
export interface Letter {
  readonly subject: string;
  readonly html: string;
}

/** Mail with a verification code. @param site name of the gateway */
export function codeLetter(language: Language, site: string, code: string, minutes: number): Letter {
  return {
    subject: noticeText(language, 'mail_code_subject', { site }),
    html: paragraphs(
      noticeText(language, 'mail_code', { site: escaped(site), code: escaped(code), minutes }),
    ),
  };
}

/** Mail with a password reset link. */
export function resetLetter(language: Language, site: string, link: string, minutes: number): Letter {
  return {
    subject: noticeText(language, 'mail_reset_subject', { site }),
    html: paragraphs(
      noticeText(language, 'mail_reset', { site: escaped(site), link: escaped(link), minutes }),
    ),
  };
}

/** For mails to readers whose language is not known: those that have all texts. */
const SEVERAL = LANGUAGES.filter((language) => completeLanguage(language) === language);

/** Mail with an invitation. @param language undefined: it is not known, so the mail is in Chinese and English */
export function invitationLetter(
  language: Language | undefined,
  site: string,
  { inviter, link, days }: { readonly inviter: string; readonly link: string; readonly days: number },
): Letter {
  const params = { inviter: escaped(inviter), site: escaped(site), link: escaped(link), days };
  const languages = language === undefined ? SEVERAL : [language];
  return {
    subject: languages.map((each) => noticeText(each, 'mail_invitation_subject', { site })).join(' / '),
    html: paragraphs(languages.map((each) => noticeText(each, 'mail_invitation', params)).join('\n')),
  };
}

/** Mail that shows that the mail server works. */
export function testLetter(language: Language, site: string): Letter {
  return {
    subject: noticeText(language, 'mail_test_subject', { site }),
    html: paragraphs(noticeText(language, 'mail_test', { site: escaped(site) })),
  };
}

/** Sent instead of a code to an address that already has an account, so that only the owner of the address learns this. */
export function takenLetter(language: Language, site: string): Letter {
  return {
    subject: noticeText(language, 'mail_taken_subject', { site }),
    html: paragraphs(noticeText(language, 'mail_taken', { site: escaped(site) })),
  };
}

/**
 * Notifies the previous address of an account of a change.
 * @param now the new address, shown in part
 */
export function emailChangedLetter(language: Language, site: string, now: string): Letter {
  const params = { site: escaped(site), email: escaped(masked(now)) };
  return {
    subject: noticeText(language, 'mail_email_changed_subject', { site }),
    html: paragraphs(noticeText(language, 'mail_email_changed', params)),
  };
}

/** `j***@example.com`: enough for owners to recognize their address. */
function masked(email: string): string {
  const at = email.lastIndexOf('@');
  return `${Array.from(email.slice(0, at))[0] ?? ''}***${email.slice(at)}`;
}

/** @param html a paragraph per line */
function paragraphs(html: string): string {
  return html
    .split('\n')
    .map((text) => `<p>${text}</p>`)
    .join('');
}
