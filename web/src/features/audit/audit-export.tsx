import { AUDIT_FORMATS } from '#contract/resources/audit';
import { ActionIcon, Button, Group, Loader, Menu, Text, Tooltip } from '@mantine/core';
import { IconDownload } from '@tabler/icons-react';
import dayjs from 'dayjs';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { fetchFile, withQuery } from '../../lib/api/api';
import { downloadBlob } from '../../lib/browser/download';
import { toast } from '../../lib/interaction/toast';
import { messageOf } from '../../lib/interaction/use-action';
import { LazyModal } from '../../ui/dialog/lazy-modal';
import { type AuditFilters, queryOf } from './use-audit';

/** Downloads all entries that match the filters; the server reads them and notes who did so. */
export function AuditExport({ filters }: { filters: AuditFilters }) {
  const { t } = useTranslation();
  const [running, setRunning] = useState<AbortController>();

  async function save(format: (typeof AUDIT_FORMATS)[number]) {
    const controller = new AbortController();
    setRunning(controller);
    try {
      const path = withQuery('/api/audit/export', { format, ...queryOf(filters) });
      const file = await fetchFile(path, controller.signal);
      downloadBlob(`audit-${dayjs().format('YYYYMMDD-HHmmss')}.${format}`, file);
    } catch (problem) {
      if (!controller.signal.aborted) toast.error(messageOf(problem));
    } finally {
      setRunning(undefined);
    }
  }

  return (
    <>
      <Menu>
        <Menu.Target>
          <Tooltip label={t('audit.export')}>
            <ActionIcon size={36} variant="default" aria-label={t('audit.export')} aria-haspopup="menu">
              <IconDownload size={16} stroke={1.75} />
            </ActionIcon>
          </Tooltip>
        </Menu.Target>
        <Menu.Dropdown>
          {AUDIT_FORMATS.map((format) => (
            <Menu.Item key={format} onClick={() => void save(format)}>
              {format.toUpperCase()}
            </Menu.Item>
          ))}
        </Menu.Dropdown>
      </Menu>
      {running && (
        <LazyModal opened onClose={() => running.abort()} title={t('audit.export')} size="xs">
          <Group role="status">
            <Loader size="sm" />
            <Text size="sm">{t('audit.exporting')}</Text>
          </Group>
          <Group justify="flex-end" mt="md">
            <Button variant="default" onClick={() => running.abort()}>
              {t('common.cancel')}
            </Button>
          </Group>
        </LazyModal>
      )}
    </>
  );
}
