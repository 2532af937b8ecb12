import { TokenStatus } from '#contract/enums';
import { Alert } from '@mantine/core';
import { IconAlertTriangle } from '@tabler/icons-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { usePanel } from '../../lib/list/use-panel';
import { useColumns } from '../../ui/table/columns';
import { FirstCall } from '../first-call/first-call';
import { AttentionLine } from '../overview/attention-line';
import { listSort } from '../../ui/table/list-sort';
import { ResourcePage } from '../../ui/page/resource-page';
import type { RevealedKey } from './keys/revealed-key-dialog';
import { tokenBrief } from './token-brief';
import { useTokenColumns } from './token-columns';
import { TokenFilters } from './token-filters';
import type { TokenResponse } from '#contract/resources/token';
import { useCreatedToken } from './use-created-token';
import { useTokenBatch } from './use-token-batch';
import { useTokenJobs } from './use-token-jobs';
import { useTokens } from './use-tokens';
import { lazyDialog } from '../../ui/dialog/lazy-dialog';

const TokenBatchDialog = lazyDialog(async () => (await import('./token-batch-dialog')).TokenBatchDialog);

const NewKeyDialog = lazyDialog(async () => (await import('./keys/new-key-dialog')).NewKeyDialog);
const ReplaceKeyDialog = lazyDialog(async () => (await import('./keys/replace-key-dialog')).ReplaceKeyDialog);
const RevealedKeyDialog = lazyDialog(
  async () => (await import('./keys/revealed-key-dialog')).RevealedKeyDialog,
);
const TokenForm = lazyDialog(async () => (await import('./token-form')).TokenForm);
const TokenSamplesDialog = lazyDialog(
  async () => (await import('./token-samples-dialog')).TokenSamplesDialog,
);

const CreatedTokenDialog = lazyDialog(
  async () => (await import('../first-call/created-token-dialog')).CreatedTokenDialog,
  ['channels', 'channels/form', 'logs', 'problems'],
);

/** What the server calls columns with other keys. */
const SORTS = { quota: 'used_quota', created: 'created_time', expires: 'expired_time' };

export function TokensPage() {
  const { t } = useTranslation();
  const { list, change, remove, replaceKey, revealKey, endFormerKey, selection } = useTokens();
  const panel = usePanel('/token');
  const [sampled, setSampled] = useState<TokenResponse>();
  const [replaced, setReplaced] = useState<TokenResponse>();
  const [revealed, setRevealed] = useState<RevealedKey>();
  const [newKey, setNewKey] = useState<TokenResponse>();
  const [like, setLike] = useState<TokenResponse>();
  const batch = useTokenBatch(list.refresh);
  const created = useCreatedToken();
  const columns = useColumns(
    'tokens-table-columns',
    useTokenColumns({
      change: change.run,
      remove,
      onEdit: ({ id }) => panel.edit(id),
      onSamples: setSampled,
      onDuplicate: openNew,
      onReplaceKey: setReplaced,
      onReveal: (token) => void revealKey.run(token, setRevealed),
      endFormerKey: (token) => void endFormerKey.run(token),
    }),
  );

  /** Opens an empty form, or one filled from another token. */
  function openNew(from?: TokenResponse) {
    setLike(from);
    panel.add();
  }

  async function replaceConfirmed(token: TokenResponse, hours: number) {
    if (await replaceKey.run(token, hours, setNewKey)) setReplaced(undefined);
  }

  function close() {
    setLike(undefined);
    panel.close();
  }

  // A copied masked key is of no use.
  const hasKeys = !list.rows.some(({ key_access: access }) => access !== 'shown');
  const copy = {
    label: t('token.copySelected'),
    nothing: t('token.needSelect'),
    textOf: ({ name, key }: TokenResponse) => `${name}    sk-${key}`,
  };
  return (
    <ResourcePage
      title={t('token.title')}
      lead={t('token.lead')}
      add={{ label: t('token.add'), onClick: () => openNew() }}
      before={<AttentionLine />}
      notice={
        <>
          <FirstCall onChange={list.refresh} />
          <Alert color="yellow" mb="md" py={8} icon={<IconAlertTriangle size={18} stroke={1.75} />}>
            {t('token.warning')}
          </Alert>
        </>
      }
      list={list}
      columns={columns}
      filters={<TokenFilters list={list} />}
      {...(hasKeys && { copy })}
      jobs={useTokenJobs()}
      rowName={({ name }) => name}
      tight
      brief={(token) => tokenBrief(token, t)}
      onEdit={({ id }) => panel.edit(id)}
      sort={listSort(list, SORTS)}
      muted={({ status }) => status !== TokenStatus.enabled}
      pending={change.isPending}
      selection={selection}
      empty={{ title: t('token.emptyTitle'), hint: t('token.emptyHint') }}
    >
      {panel.open && (
        <TokenForm
          key={panel.open.id ?? 'new'}
          {...panel.open}
          {...(like && { like })}
          onBatch={batch.start}
          onCreated={(made) => (typeof made === 'string' ? void created.find(made) : created.show(made))}
          onClose={close}
          onWritten={list.refresh}
        />
      )}
      {replaced && (
        <ReplaceKeyDialog
          token={replaced}
          pending={replaceKey.pending}
          onReplace={(hours) => void replaceConfirmed(replaced, hours)}
          onClose={() => setReplaced(undefined)}
        />
      )}
      {newKey && <NewKeyDialog token={newKey} onClose={() => setNewKey(undefined)} />}
      {revealed && <RevealedKeyDialog {...revealed} onClose={() => setRevealed(undefined)} />}
      {batch.state && <TokenBatchDialog batch={batch} />}
      {created.token && <CreatedTokenDialog token={created.token} onClose={created.close} />}
      {sampled && <TokenSamplesDialog token={sampled} onClose={() => setSampled(undefined)} />}
    </ResourcePage>
  );
}
