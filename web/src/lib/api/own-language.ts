import { isLanguage, type Language } from '#contract/languages';
import { mutate } from 'swr';
import { useTranslation } from 'react-i18next';
import { setLanguage } from '../../text';
import { chosenLanguage } from '../../text/language';
import { toast } from '../interaction/toast';
import { messageOf, useAction } from '../interaction/use-action';
import { call } from './api';
import { session } from './session';

/** Stores the language in which the signed-in user gets mails and notices. @param language '' = the site's */
async function saveLanguage(language: Language | '') {
  return call<null>('PUT', '/api/user/self', { body: { language } });
}

/** Shows the console in another language, which is from then on that of mails and notices too, if the reader is signed in. */
export async function chooseLanguage(language: Language): Promise<void> {
  const shown = setLanguage(language);
  if (session.user()) {
    try {
      await saveLanguage(language);
      await mutate('/api/user/self');
    } catch (error) {
      toast.error(messageOf(error));
    }
  }
  await shown;
}

/**
 * After a sign-in: an account with a language shows it in a browser where none was chosen; one without a language gets the one
 * that was chosen in this browser. @param own the member of the user's settings
 */
export async function settleLanguage(own: unknown): Promise<void> {
  const chosen = chosenLanguage();
  if (isLanguage(own)) {
    if (chosen === undefined) await setLanguage(own);
  } else if (chosen !== undefined) {
    // Not worth a message: the next sign-in tries again.
    await saveLanguage(chosen).catch(() => undefined);
  }
}

/** Changes the language of mails and notices alone. */
export function useOwnLanguage() {
  const { t } = useTranslation();
  return useAction(saveLanguage, async () => {
    toast.success(t('personalPage.setting.languageSaved'));
    await mutate('/api/user/self');
  });
}
