import type { Action } from '../../lib/interaction/use-action';
import type { BulkQuestion } from './bulk-dialog';
import type { useBulkEdit } from './bulk/use-bulk-edit';
import { type ChannelRow, isTag, type TagRow } from './channel-rows';
import type { ChannelResponse } from '#contract/resources/channels/channel';
import type { TagNumber } from './tags/tag-number-dialog';
import type { useChannelBulk, useTags } from './use-channel-bulk';
import { lazyDialog } from '../../ui/dialog/lazy-dialog';

const BulkDialog = lazyDialog(async () => (await import('./bulk-dialog')).BulkDialog);
const BulkEditForm = lazyDialog(
  async () => (await import('./bulk/bulk-edit-form')).BulkEditForm,
  ['channels/form'],
);
const ChannelKeysModal = lazyDialog(async () => (await import('./keys/channel-keys-modal')).ChannelKeysModal);
const PurchasePricesModal = lazyDialog(
  async () => (await import('./purchase-prices/purchase-prices-modal')).PurchasePricesModal,
);
const TagForm = lazyDialog(async () => (await import('./tags/tag-form')).TagForm, ['channels/form']);
const TagNumberDialog = lazyDialog(async () => (await import('./tags/tag-number-dialog')).TagNumberDialog);
const TestModelsModal = lazyDialog(async () => (await import('./testing/test-models-modal')).TestModelsModal);

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
