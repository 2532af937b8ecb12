import { ActionIcon, Menu, Tooltip } from '@mantine/core';
import { IconDownload } from '@tabler/icons-react';
import dayjs from 'dayjs';
import type { RefObject } from 'react';
import { useTranslation } from 'react-i18next';
import { type Cell, toCsv } from '#contract/csv';
import { downloadBlob, downloadText } from '../../lib/browser/download';
import { useAction } from '../../lib/interaction/use-action';
import type { LegendEntry } from './chart-image';

interface ChartDownloadProps {
  /** Prefix of the file name. */
  name: string;
  /** Element that contains the chart; empty while the table is shown. */
  chart: RefObject<HTMLElement | null>;
  title: string;
  lead: string;
  legend: readonly LegendEntry[];
  /** Rows with the header first; raw numbers, so that a spreadsheet can add them up. */
  table: () => Cell[][];
}

/** Downloads the chart as shown, or its data. */
export function ChartDownload({ name, chart, title, lead, legend, table }: ChartDownloadProps) {
  const { t } = useTranslation();
  const file = (ending: string) => `${name}-${dayjs().format('YYYYMMDD-HHmmss')}.${ending}`;
  const image = useAction(async () => {
    const drawn = chart.current?.querySelector<SVGSVGElement>('svg.recharts-surface');
    if (!drawn) throw new Error(t('dashboard.noChart'));
    const { chartImage } = await import('./chart-image');
    downloadBlob(file('png'), await chartImage(drawn, { title, lead, legend }));
  });
  return (
    <Menu position="bottom-end">
      <Menu.Target>
        <Tooltip label={t('dashboard.download')}>
          <ActionIcon
            size={30}
            variant="default"
            loading={image.pending}
            aria-label={t('dashboard.download')}
            aria-haspopup="menu"
          >
            <IconDownload size={16} stroke={1.75} />
          </ActionIcon>
        </Tooltip>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Item onClick={() => void image.run()}>{t('dashboard.asImage')}</Menu.Item>
        <Menu.Item onClick={() => downloadText(file('csv'), toCsv(table()), 'text/csv')}>
          {t('dashboard.asCsv')}
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  );
}
