import { useTranslation } from 'react-i18next';
import type { ExportColumn } from '../../ui/page/export-menu';
import type { UserResponse } from '#contract/resources/accounts/user';

/** Export columns of users; amounts are quota units. */
export function useUserExport(): ExportColumn<UserResponse>[] {
  const { t } = useTranslation();
  return [
    { title: 'ID', value: ({ id }) => id },
    { title: t('user.username'), value: ({ username }) => username },
    { title: t('user.displayName'), value: ({ display_name }) => display_name },
    { title: t('user.email'), value: ({ email }) => email },
    { title: t('common.group'), value: ({ group }) => group },
    { title: t('user.role'), value: ({ role }) => role },
    { title: t('common.status'), value: ({ status }) => status },
    { title: t('user.remaining'), value: ({ quota }) => quota },
    { title: t('user.used'), value: ({ used_quota }) => used_quota },
    { title: t('user.requests'), value: ({ request_count }) => request_count },
    { title: t('user.invited'), value: ({ aff_count }) => aff_count },
    { title: t('user.inviter'), value: ({ inviter_id }) => inviter_id },
  ];
}
