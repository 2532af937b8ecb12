import { useTranslation } from 'react-i18next';
import type { BulkJob } from '../../ui/bulk-dialog';
import type { Token } from './token.types';
import { removeToken, switchToken } from './use-tokens';

/** Bulk actions on tokens. */
export function useTokenJobs() {
  const { t } = useTranslation();
  return {
    enable: (rows: Token[]): BulkJob<Token> => ({
      title: t('token.bulkEnable'),
      confirm: t('common.enable'),
      rows,
      perform: (token) => switchToken(token, 1),
    }),
    disable: (rows: Token[]): BulkJob<Token> => ({
      title: t('token.bulkDisable'),
      hint: t('token.bulkDisableHint'),
      confirm: t('common.disable'),
      rows,
      perform: (token) => switchToken(token, 2),
    }),
    remove: (rows: Token[]): BulkJob<Token> => ({
      title: t('token.bulkDelete'),
      hint: t('common.irreversible'),
      confirm: t('common.delete'),
      danger: true,
      rows,
      perform: removeToken,
    }),
  };
}
