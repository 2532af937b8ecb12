import { IconDownload, IconPlayerPause, IconPlayerPlay, IconTrash } from '@tabler/icons-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { downloadText } from '../../lib/download';
import { BulkDialog, type BulkJob } from '../../ui/bulk-dialog';
import { BulkMenu } from '../../ui/bulk-menu';
import type { Redemption } from './redemption.types';
import { useRedemptionJobs } from './use-redemption-jobs';

/** Takes the selected codes along, switches or deletes them. */
export function RedemptionBulk({
  selected,
  onDone,
}: {
  selected: Redemption[];
  onDone: () => Promise<void>;
}) {
  const { t } = useTranslation();
  const jobs = useRedemptionJobs();
  const [job, setJob] = useState<BulkJob<Redemption>>();
  return (
    <>
      <BulkMenu
        count={selected.length}
        choices={[
          {
            label: t('redemption.downloadSelected'),
            icon: <IconDownload size={16} stroke={1.75} />,
            onClick: () =>
              downloadText(`${selected[0]?.name ?? 'codes'}.txt`, selected.map(({ key }) => key).join('\n')),
          },
          {
            label: t('common.enable'),
            icon: <IconPlayerPlay size={16} stroke={1.75} />,
            onClick: () => setJob(jobs.enable(selected)),
          },
          {
            label: t('common.disable'),
            icon: <IconPlayerPause size={16} stroke={1.75} />,
            onClick: () => setJob(jobs.disable(selected)),
          },
          {
            label: t('common.delete'),
            icon: <IconTrash size={16} stroke={1.75} />,
            danger: true,
            onClick: () => setJob(jobs.remove(selected)),
          },
        ]}
      />
      {job && (
        <BulkDialog
          job={job}
          nameOf={({ id, name }) => `${name} (${id})`}
          onDone={onDone}
          onClose={() => setJob(undefined)}
        />
      )}
    </>
  );
}
