import { ActionIcon, Button, Group, Loader, Menu, Text, Tooltip } from '@mantine/core';
import { IconDownload } from '@tabler/icons-react';
import dayjs from 'dayjs';
import { useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { type Cell, toCsv } from '#contract/csv';
import { downloadText } from '../../lib/browser/download';
import { toast } from '../../lib/interaction/toast';
import { messageOf } from '../../lib/interaction/use-action';
import type { Filters, ServedList } from '../../lib/list/use-list';
import { LazyModal } from '../dialog/lazy-modal';

/** A column of the file; numbers are exported raw for use in spreadsheets. */
export interface ExportColumn<T> {
  title: string;
  value: (row: T) => Cell;
}

interface ExportMenuProps<T, F extends Filters> {
  /** Prefix of the file name. */
  name: string;
  list: ServedList<T, F>;
  columns: ExportColumn<T>[];
}

const LIMIT = 50_000;

/** Exports the current page, or all rows that match the filters, as CSV. */
export function ExportMenu<T, F extends Filters>({ name, list, columns }: ExportMenuProps<T, F>) {
  const { t } = useTranslation();
  const [count, setCount] = useState<number>();
  const running = useRef<AbortController>(undefined);

  function save(rows: readonly T[]) {
    const table = [
      columns.map(({ title }) => title),
      ...rows.map((row) => columns.map(({ value }) => value(row))),
    ];
    downloadText(`${name}-${dayjs().format('YYYYMMDD-HHmmss')}.csv`, toCsv(table), 'text/csv');
    if (rows.length === LIMIT) toast.warning(t('export.limit', { count: LIMIT }));
  }

  async function saveAll() {
    const controller = new AbortController();
    running.current = controller;
    setCount(0);
    try {
      save(await list.readAll(LIMIT, controller.signal, setCount));
    } catch (problem) {
      if (!controller.signal.aborted) toast.error(messageOf(problem));
    } finally {
      setCount(undefined);
    }
  }

  return (
    <>
      <Menu>
        <Menu.Target>
          <Tooltip label={t('export.title')}>
            <ActionIcon size={36} variant="default" aria-label={t('export.title')} aria-haspopup="menu">
              <IconDownload size={16} stroke={1.75} />
            </ActionIcon>
          </Tooltip>
        </Menu.Target>
        <Menu.Dropdown>
          <Menu.Item onClick={() => save(list.rows)}>{t('export.page')}</Menu.Item>
          <Menu.Item onClick={() => void saveAll()}>{t('export.all')}</Menu.Item>
        </Menu.Dropdown>
      </Menu>
      {count !== undefined && (
        <LazyModal opened onClose={() => running.current?.abort()} title={t('export.title')} size="xs">
          <Group role="status">
            <Loader size="sm" />
            <Text size="sm">{t('export.progress', { count })}</Text>
          </Group>
          <Group justify="flex-end" mt="md">
            <Button variant="default" onClick={() => running.current?.abort()}>
              {t('common.cancel')}
            </Button>
          </Group>
        </LazyModal>
      )}
    </>
  );
}
