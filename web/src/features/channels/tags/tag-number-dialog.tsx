import { useTranslation } from 'react-i18next';
import type { Action } from '../../../lib/interaction/use-action';
import { ConfirmDialog } from '../../../ui/dialog/confirm-dialog';
import type { TagRow } from '../channel-rows';

export interface TagNumber {
  row: TagRow;
  field: 'priority' | 'weight';
  value: number;
  /** Reports to the field whether its value was saved. */
  settle: (saved: boolean) => void;
}

interface TagNumberDialogProps {
  edit: TagNumber;
  save: Action<[TagRow, 'priority' | 'weight', number]>;
  onClose: () => void;
}

/** Confirms a priority or weight change of a tag, because it applies to all its channels. */
export function TagNumberDialog({ edit, save, onClose }: TagNumberDialogProps) {
  const { t } = useTranslation();
  const { row, field, value, settle } = edit;

  function finish(saved: boolean) {
    settle(saved);
    onClose();
  }

  return (
    <ConfirmDialog
      opened
      danger={false}
      title={t(field === 'priority' ? 'channel.tagPriority' : 'channel.tagWeight')}
      text={
        <>
          <strong>{t('channel.tagged', { tag: row.tag })}</strong>
          <br />
          {t(field === 'priority' ? 'channel.tagPriorityText' : 'channel.tagWeightText', { value })}
        </>
      }
      confirm={t('common.confirm')}
      pending={save.pending}
      onConfirm={() => void save.run(row, field, value).then(finish)}
      onCancel={() => finish(false)}
    />
  );
}
