import { Paper, Skeleton, Stack, Title } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { useSearchParams } from 'react-router-dom';
import { messageOf } from '../../lib/interaction/use-action';
import { LoadFailed } from '../../ui/feedback/empty-state';
import { PageHeader } from '../../ui/page/page-header';
import { ImportForm } from './import-form';
import { ImportRun } from './import-run';
import { RunList } from './run-list';
import { isActive, useImportRun, useImports } from './use-imports';

/** Imports the database of another gateway: source, dry run, import, and the reports of runs. The run is in the URL. */
export function ImportPage() {
  const { t } = useTranslation();
  const [search, setSearch] = useSearchParams();
  const show = (id: number) => setSearch({ run: String(id) });
  const { data, error, refresh, ...actions } = useImports(show);
  const active = data?.runs.find(({ state }) => isActive(state));
  const wanted = Number(search.get('run'));
  const shown = wanted > 0 ? wanted : (active?.id ?? data?.runs[0]?.id);
  const run = useImportRun(shown);
  return (
    <>
      <PageHeader title={t('importing.title')} lead={t('importing.lead')} />
      {!data && error ? (
        <Paper withBorder>
          <LoadFailed message={messageOf(error)} onRetry={() => void refresh()} />
        </Paper>
      ) : !data ? (
        <Skeleton height={240} />
      ) : (
        <Stack gap="lg">
          <ImportForm imports={data} isBusy={active !== undefined} {...actions} />
          {run.data && <ImportRun key={run.data.id} run={run.data} cancel={actions.cancel} />}
          <section aria-labelledby="import-runs">
            <Title order={2} size="h4" mb="xs" id="import-runs">
              {t('importing.earlier')}
            </Title>
            <RunList runs={data.runs} shown={shown} onShow={show} />
          </section>
        </Stack>
      )}
    </>
  );
}
