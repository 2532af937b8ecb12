import { List, Text } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import type { Action } from '../../lib/interaction/use-action';
import { ConfirmDialog } from '../../ui/dialog/confirm-dialog';
import { SetTagDialog } from './tags/set-tag-dialog';
import type { ChannelResponse } from '#contract/resources/channels/channel';
import type { useChannelBulk } from './use-channel-bulk';

export type BulkQuestion =
  'testAll' | 'balanceAll' | 'deleteDisabled' | 'deleteSelected' | 'tagSelected' | 'fix';

interface BulkDialogProps {
  question: BulkQuestion;
  bulk: ReturnType<typeof useChannelBulk>;
  startTests: Action<[]>;
  startBalances: Action<[]>;
  /** Existing tags. */
  tags: string[];
  onClose: () => void;
}

/** Longer lists show this many names and the number of the others. */
const NAMED = 8;

/** Confirmation before an action on many channels. */
export function BulkDialog({ question, bulk, startTests, startBalances, tags, onClose }: BulkDialogProps) {
  const { t } = useTranslation();
  if (question === 'tagSelected') {
    return (
      <SetTagDialog
        count={bulk.selection.rows.length}
        tags={tags}
        save={bulk.tagSelected}
        onClose={onClose}
      />
    );
  }
  const questions: Record<typeof question, { action: Action<[]>; danger: boolean }> = {
    testAll: { action: startTests, danger: false },
    balanceAll: { action: startBalances, danger: false },
    deleteDisabled: { action: bulk.removeDisabled, danger: true },
    deleteSelected: { action: bulk.removeSelected, danger: true },
    fix: { action: bulk.fix, danger: true },
  };
  const { action, danger } = questions[question];

  async function proceed() {
    await action.run();
    onClose();
  }

  return (
    <ConfirmDialog
      opened
      title={t(`channel.ask.${question}`)}
      text={
        <>
          <Text size="sm" c="dimmed">
            {t(`channel.askText.${question}`)}
          </Text>
          {question === 'deleteSelected' && <Names channels={bulk.selection.rows} />}
        </>
      }
      confirm={t(danger && question !== 'fix' ? 'common.delete' : 'common.confirm')}
      danger={danger}
      pending={action.pending}
      onConfirm={() => void proceed()}
      onCancel={onClose}
    />
  );
}

function Names({ channels }: { channels: ChannelResponse[] }) {
  const { t } = useTranslation();
  return (
    <>
      <List size="sm" mt="sm">
        {channels.slice(0, NAMED).map(({ id, name }) => (
          <List.Item key={id} style={{ overflowWrap: 'anywhere' }}>
            {name}
          </List.Item>
        ))}
      </List>
      {channels.length > NAMED && (
        <Text size="sm" c="dimmed" mt={4}>
          {t('channel.andMore', { n: channels.length - NAMED })}
        </Text>
      )}
    </>
  );
}
