import { useTranslation } from 'react-i18next';
import type { BulkJob } from '../../ui/bulk-dialog';
import type { Redemption } from './redemption.types';
import { removeCode, switchCode } from './use-redemptions';

/** Bulk actions on codes. */
export function useRedemptionJobs() {
  const { t } = useTranslation();
  const switching = (title: string, confirm: string, status: 1 | 2) => (rows: Redemption[]) => {
    const job: BulkJob<Redemption> = { title, confirm, rows, perform: (code) => switchCode(code, status) };
    return rows.some((code) => code.status === 3) ? { ...job, hint: t('redemption.bulkUsed') } : job;
  };
  return {
    enable: switching(t('redemption.bulkEnable'), t('common.enable'), 1),
    disable: switching(t('redemption.bulkDisable'), t('common.disable'), 2),
    remove: (rows: Redemption[]): BulkJob<Redemption> => ({
      title: t('redemption.bulkDelete'),
      hint: t('common.irreversible'),
      confirm: t('common.delete'),
      danger: true,
      rows,
      perform: removeCode,
    }),
  };
}
