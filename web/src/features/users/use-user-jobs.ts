import { useTranslation } from 'react-i18next';
import type { BulkJob } from '../../ui/page/bulk-dialog';
import type { UserResponse } from '#contract/resources/accounts/user';
import { manageUser } from './use-users';

/** Bulk actions on users. */
export function useUserJobs() {
  const { t } = useTranslation();
  return {
    enable: (rows: UserResponse[]): BulkJob<UserResponse> => ({
      title: t('user.bulkEnable'),
      confirm: t('common.enable'),
      rows,
      perform: (user) => manageUser(user, 'enable'),
    }),
    disable: (rows: UserResponse[]): BulkJob<UserResponse> => ({
      title: t('user.bulkDisable'),
      hint: t('user.bulkDisableHint'),
      confirm: t('common.disable'),
      danger: true,
      rows,
      perform: (user) => manageUser(user, 'disable'),
    }),
  };
}
