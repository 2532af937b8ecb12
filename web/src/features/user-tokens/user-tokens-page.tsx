import { TokenStatus } from '#contract/enums';
import { Button, TextInput } from '@mantine/core';
import { IconKey } from '@tabler/icons-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useSession } from '../../lib/api/session';
import { ResourcePage } from '../../ui/page/resource-page';
import { useColumns } from '../../ui/table/columns';
import { TokenStatusFilter } from '../tokens/token-status-filter';
import { userTokenBrief } from './user-token-brief';
import { useUserTokenColumns } from './user-token-columns';
import { useUserTokens } from './use-user-tokens';
import { lazyDialog } from '../../ui/dialog/lazy-dialog';

const FindTokenDialog = lazyDialog(async () => (await import('./find-token-dialog')).FindTokenDialog);

export function UserTokensPage() {
  const { t } = useTranslation();
  const { list, change, replace } = useUserTokens();
  const [isFinding, setIsFinding] = useState(false);
  const columns = useColumns(
    'user-tokens-table-columns',
    useUserTokenColumns({ change: change.run, replace: replace.run }, useSession()),
  );

  return (
    <ResourcePage
      title={t('userTokens.title')}
      lead={t('userTokens.lead')}
      headerActions={
        <Button
          variant="default"
          leftSection={<IconKey size={16} stroke={1.75} />}
          onClick={() => setIsFinding(true)}
        >
          {t('userTokens.find')}
        </Button>
      }
      list={list}
      columns={columns}
      filters={
        <>
          <TextInput
            label={t('userTokens.search')}
            name="keyword"
            placeholder={t('userTokens.searchHint')}
            w={{ sm: 260 }}
            defaultValue={list.filters.keyword}
          />
          <TokenStatusFilter list={list} />
        </>
      }
      rowName={({ id, name }) => `${name} (${id})`}
      brief={(token) => userTokenBrief(token, t)}
      muted={({ status }) => status !== TokenStatus.enabled}
      pending={change.isPending}
      empty={{ title: t('userTokens.emptyTitle'), hint: t('userTokens.emptyHint') }}
    >
      {isFinding && <FindTokenDialog onClose={() => setIsFinding(false)} />}
    </ResourcePage>
  );
}
