import { auditActions } from '#contract/resources/audit';
import { Button, Group, Paper, Skeleton, TextInput } from '@mantine/core';
import { IconHistory } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { messageOf } from '../../lib/interaction/use-action';
import { EmptyState, LoadFailed } from '../../ui/feedback/empty-state';
import { ChoiceFilter } from '../../ui/page/choice-filter';
import { FilterBar } from '../../ui/page/filter-bar';
import { PageHeader } from '../../ui/page/page-header';
import { RangeField } from '../../ui/time-range/range-field';
import { secondsOf, textOf } from '../../ui/time-range/ranges';
import { AuditExport } from './audit-export';
import { AuditRow } from './audit-row';
import { AuditState } from './audit-state';
import classes from './audit.module.css';
import { useAudit } from './use-audit';

/** Who did what: changes by administrators, sign-ins, keys. */
export function AuditPage() {
  const { t } = useTranslation();
  const { filters, entries, error, hasMore, isLoadingMore, more, reload, filter } = useAudit();
  return (
    <>
      <PageHeader title={t('audit.title')} lead={t('audit.lead')} />
      <AuditState />
      <FilterBar
        filters={filters}
        onApply={({ account = '', address = '', requestId = '', text = '' }) =>
          filter({
            account: account.trim(),
            address: address.trim(),
            requestId: requestId.trim(),
            text: text.trim(),
          })
        }
        extra={<AuditExport filters={filters} />}
      >
        <RangeField
          range={{ start: secondsOf(filters.start), end: secondsOf(filters.end) }}
          onChange={({ start, end }) => filter({ start: textOf(start), end: textOf(end) })}
        />
        <TextInput
          label={t('audit.account')}
          name="account"
          placeholder={t('audit.accountHint')}
          w={{ sm: 200 }}
          defaultValue={filters.account}
        />
        <TextInput
          label={t('audit.text')}
          name="text"
          placeholder={t('audit.textHint')}
          w={{ sm: 200 }}
          defaultValue={filters.text}
        />
        <TextInput
          label={t('audit.address')}
          name="address"
          placeholder="203.0.113.7"
          w={{ sm: 160 }}
          defaultValue={filters.address}
        />
        <TextInput
          label={t('audit.requestId')}
          name="requestId"
          w={{ sm: 220 }}
          defaultValue={filters.requestId}
        />
        <ChoiceFilter
          label={t('audit.action')}
          any={t('audit.anyAction')}
          choices={auditActions.map((value) => ({ value, label: t(`audit.actions.${value}`) }))}
          value={filters.action}
          onChange={(action) => filter({ action })}
          width={240}
        />
      </FilterBar>
      <Paper withBorder>
        {error ? (
          <LoadFailed message={messageOf(error)} onRetry={reload} />
        ) : !entries ? (
          <Skeleton height={320} />
        ) : entries.length === 0 ? (
          <EmptyState
            icon={<IconHistory size={22} stroke={1.5} />}
            title={t('audit.emptyTitle')}
            hint={t('audit.emptyHint')}
          />
        ) : (
          <ol className={classes.entries}>
            {entries.map((entry) => (
              <AuditRow key={entry.id} entry={entry} />
            ))}
          </ol>
        )}
      </Paper>
      {hasMore && (
        <Group justify="center" mt="md">
          <Button variant="default" loading={isLoadingMore} onClick={more}>
            {t('audit.more')}
          </Button>
        </Group>
      )}
    </>
  );
}
