import { RedemptionStatus } from '#contract/enums';
import { useTranslation } from 'react-i18next';
import type { BulkJob } from '../../ui/page/bulk-dialog';
import type { RedemptionResponse, UpdateRedemptionStatusRequest } from '#contract/resources/redemption';
import { removeCode, switchCode } from './use-redemptions';

/** Bulk actions on codes. */
export function useRedemptionJobs() {
  const { t } = useTranslation();
  const switching =
    (title: string, confirm: string, status: UpdateRedemptionStatusRequest['status']) =>
    (rows: RedemptionResponse[]) => {
      const job: BulkJob<RedemptionResponse> = {
        title,
        confirm,
        rows,
        perform: (code) => switchCode(code, status),
      };
      return rows.some((code) => code.status === RedemptionStatus.used)
        ? { ...job, hint: t('redemption.bulkUsed') }
        : job;
    };
  return {
    enable: switching(t('redemption.bulkEnable'), t('common.enable'), RedemptionStatus.unused),
    disable: switching(t('redemption.bulkDisable'), t('common.disable'), RedemptionStatus.disabled),
    remove: (rows: RedemptionResponse[]): BulkJob<RedemptionResponse> => ({
      title: t('redemption.bulkDelete'),
      hint: t('common.irreversible'),
      confirm: t('common.delete'),
      danger: true,
      rows,
      perform: removeCode,
    }),
  };
}
