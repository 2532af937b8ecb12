import { IMPORT_PARTS, type ImportRunDetailResponse } from '#contract/resources/import';
import { Alert, Button, Group, Paper, Stack, Text, Title } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { downloadText } from '../../lib/browser/download';
import { formatTime } from '../../lib/format/format';
import type { Action } from '../../lib/interaction/use-action';
import { Balances } from './balances';
import { Notes } from './notes';
import { Prices } from './prices';
import { RunProgress } from './run-progress';
import { StateBadge } from './state-badge';
import { ReportTable } from './report-table';
import { isActive } from './use-imports';

/** One run: its progress while it goes on, then its report. */
export function ImportRun({ run, cancel }: { run: ImportRunDetailResponse; cancel: Action<[number]> }) {
  const { t } = useTranslation();
  const { report, state } = run;
  const adopted = report.notes.find(({ code }) => code === 'first_account')?.rows[0];
  return (
    <Paper withBorder p={{ base: 'md', sm: 'lg' }} component="section" aria-labelledby="import-run">
      <Stack gap="lg">
        <Group justify="space-between" gap="sm">
          <div style={{ minWidth: 0 }}>
            <Group gap="xs">
              <Title order={2} size="h4" id="import-run">
                {t(run.dry_run ? 'importing.dry' : 'importing.real')}
              </Title>
              <StateBadge state={state} />
            </Group>
            <Text size="sm" c="dimmed" style={{ overflowWrap: 'anywhere' }}>
              {run.label} · {formatTime(run.created_at)}
            </Text>
          </div>
          {isActive(state) ? (
            <Button variant="default" loading={cancel.pending} onClick={() => void cancel.run(run.id)}>
              {t('importing.cancel')}
            </Button>
          ) : (
            report.lines.length > 0 && <Downloads run={run} />
          )}
        </Group>
        <div role="status">
          <Outcome run={run} />
        </div>
        {adopted && (
          <Alert color="blue">{t('importing.replaced', { name: adopted.detail || adopted.id })}</Alert>
        )}
        {state !== 'done' && <RunProgress run={run} />}
        {report.balances.length > 0 && (
          <Balances run={run} withAccounts={!run.dry_run && state === 'done' && run.proven !== null} />
        )}
        {report.counts.length > 0 && (
          <ReportTable
            title={t('importing.counts')}
            head={[t('importing.table'), t('importing.inSource'), t('importing.imported')]}
            rows={report.counts.map(({ table, imported, total }) => {
              const part = IMPORT_PARTS.find((one) => one === table);
              return [part ? t(`importing.part.${part}`) : table, total, imported];
            })}
          />
        )}
        {state === 'done' && <Notes notes={report.notes} />}
        {report.prices && <Prices prices={report.prices} />}
        {report.ledger && (
          <div>
            <Title order={3} size="h5">
              {t('importing.audit')}
            </Title>
            <Text size="sm">{t(report.ledger.balanced ? 'importing.balanced' : 'importing.unbalanced')}</Text>
          </div>
        )}
      </Stack>
    </Paper>
  );
}

function Outcome({ run: { state, dry_run: isDry, proven, error } }: { run: ImportRunDetailResponse }) {
  const { t } = useTranslation();
  if (state === 'failed')
    return (
      <Alert color="red" style={{ overflowWrap: 'anywhere' }}>
        {error}
      </Alert>
    );
  if (state === 'cancelled' || state === 'interrupted')
    return isDry ? null : <Alert color="orange">{t('importing.continueHint')}</Alert>;
  if (state !== 'done') return null;
  if (isDry) return <Alert color="green">{t('importing.dryDone')}</Alert>;
  return (
    <Alert color={proven ? 'green' : 'red'}>{t(proven ? 'importing.proven' : 'importing.notProven')}</Alert>
  );
}

function Downloads({ run }: { run: ImportRunDetailResponse }) {
  const { t } = useTranslation();
  const name = `import-${run.id}`;
  return (
    <Group gap="xs">
      <Button
        variant="default"
        size="xs"
        onClick={() => downloadText(`${name}.txt`, `${run.report.lines.join('\n')}\n`)}
      >
        {t('importing.text')}
      </Button>
      <Button
        variant="default"
        size="xs"
        onClick={() => downloadText(`${name}.json`, JSON.stringify(run, null, 2), 'application/json')}
      >
        {t('importing.json')}
      </Button>
    </Group>
  );
}
