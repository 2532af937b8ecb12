import type { Action } from '../../lib/interaction/use-action';
import { BulkDialog, type BulkQuestion } from './bulk-dialog';
import { BulkEditForm } from './bulk/bulk-edit-form';
import type { useBulkEdit } from './bulk/use-bulk-edit';
import { ChannelKeysModal } from './keys/channel-keys-modal';
import { type ChannelRow, isTag, type TagRow } from './channel-rows';
import type { ChannelResponse } from '#contract/resources/channels/channel';
import { PurchasePricesModal } from './purchase-prices/purchase-prices-modal';
import { TagForm } from './tags/tag-form';
import { type TagNumber, TagNumberDialog } from './tags/tag-number-dialog';
import { TestModelsModal } from './testing/test-models-modal';
import type { useChannelBulk, useTags } from './use-channel-bulk';

export type Dialog =
  | { kind: 'models'; channel: ChannelResponse }
  | { kind: 'keys'; channel: ChannelResponse }
  | { kind: 'purchasePrices'; channel: ChannelResponse }
  | { kind: 'tag'; row: TagRow }
  | { kind: 'tagNumber'; edit: TagNumber }
  | { kind: 'edit'; channels: ChannelResponse[] }
  | { kind: 'bulk'; question: BulkQuestion };

interface ChannelDialogsProps {
  dialog: Dialog;
  rows: ChannelRow[];
  tags: ReturnType<typeof useTags>;
  bulk: ReturnType<typeof useChannelBulk>;
  edit: ReturnType<typeof useBulkEdit>;
  startTests: Action<[]>;
  startBalances: Action<[]>;
  refresh: () => Promise<void>;
  onClose: () => void;
}

/** The dialogs of the channel list; one is open at a time. */
export function ChannelDialogs(props: ChannelDialogsProps) {
  const { dialog, rows, tags, bulk, edit, startTests, startBalances, refresh, onClose } = props;
  switch (dialog.kind) {
    case 'models':
      return (
        <TestModelsModal
          channel={dialog.channel}
          onClose={() => {
            onClose();
            void refresh();
          }}
        />
      );
    case 'keys':
      return (
        <ChannelKeysModal
          channel={dialog.channel}
          onClose={() => {
            onClose();
            void refresh();
          }}
        />
      );
    case 'purchasePrices':
      return <PurchasePricesModal channel={dialog.channel} onClose={onClose} />;
    case 'tag':
      return <TagForm row={dialog.row} edit={tags.editTag} onClose={onClose} />;
    case 'tagNumber':
      return <TagNumberDialog edit={dialog.edit} save={tags.setTagNumber} onClose={onClose} />;
    case 'edit':
      return <BulkEditForm channels={dialog.channels} edit={edit} onClose={onClose} />;
    case 'bulk':
      return (
        <BulkDialog
          question={dialog.question}
          bulk={bulk}
          startTests={startTests}
          startBalances={startBalances}
          tags={tagsOf(rows)}
          onClose={onClose}
        />
      );
  }
}

function tagsOf(rows: ChannelRow[]): string[] {
  const channels = rows.flatMap((row) => (isTag(row) ? row.channels : [row]));
  return [...new Set(channels.map(({ tag }) => tag ?? '').filter((tag) => tag !== ''))];
}
