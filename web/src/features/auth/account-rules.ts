import { MAX_USERNAME_LENGTH, PASSWORD_LENGTH } from '#contract/limits';
import type { TFunction } from 'i18next';

/** Rules of a form in which a person chooses a name and, twice, a password. They give an error, or null. */
export function accountRules(t: TFunction) {
  return {
    username: (name: string) => {
      if (!name.trim()) return t('auth.needBoth');
      return lengthOf(name.trim()) > MAX_USERNAME_LENGTH || name.includes('@')
        ? t('authPages.register.badName')
        : null;
    },
    password: (password: string) => {
      if (!password) return t('auth.needBoth');
      if (lengthOf(password) < PASSWORD_LENGTH.min) return t('authPages.register.shortPassword');
      return lengthOf(password) > PASSWORD_LENGTH.max ? t('authPages.register.longPassword') : null;
    },
    repeat: (repeat: string, { password }: { password: string }) =>
      repeat === password ? null : t('authPages.register.differ'),
  };
}

/** Characters, as the server counts them. */
function lengthOf(text: string): number {
  return Array.from(text).length;
}
