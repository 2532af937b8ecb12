import { TokenStatus } from '#contract/enums';
import { useTranslation } from 'react-i18next';
import type { BulkJob } from '../../ui/page/bulk-dialog';
import type { TokenResponse } from '#contract/resources/token';
import { removeToken, switchToken } from './use-tokens';

/** Bulk actions on tokens. */
export function useTokenJobs() {
  const { t } = useTranslation();
  return {
    enable: (rows: TokenResponse[]): BulkJob<TokenResponse> => ({
      title: t('token.bulkEnable'),
      confirm: t('common.enable'),
      rows,
      perform: (token) => switchToken(token, TokenStatus.enabled),
    }),
    disable: (rows: TokenResponse[]): BulkJob<TokenResponse> => ({
      title: t('token.bulkDisable'),
      hint: t('token.bulkDisableHint'),
      confirm: t('common.disable'),
      rows,
      perform: (token) => switchToken(token, TokenStatus.disabled),
    }),
    remove: (rows: TokenResponse[]): BulkJob<TokenResponse> => ({
      title: t('token.bulkDelete'),
      hint: t('common.irreversible'),
      confirm: t('common.delete'),
      danger: true,
      rows,
      perform: removeToken,
    }),
  };
}
