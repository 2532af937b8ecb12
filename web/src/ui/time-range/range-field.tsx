import { Button, Input, Popover, Skeleton } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { IconCalendarTime } from '@tabler/icons-react';
import type { TFunction } from 'i18next';
import { lazy, Suspense } from 'react';
import { useTranslation } from 'react-i18next';
import { useIsPhone } from '../../lib/browser/use-is-phone';
import classes from './range-field.module.css';
import { isUntilNow, timeText, type TimeRange } from './ranges';

// The calendar is a library of its own.
const RangePanel = lazy(async () => ({ default: (await import('./range-panel')).RangePanel }));

interface RangeFieldProps {
  range: TimeRange;
  /** Called with each complete and valid choice. */
  onChange: (range: TimeRange) => void;
}

/** A range of time: common ranges, a calendar, and times to type. A choice applies at once. */
export function RangeField({ range, onChange }: RangeFieldProps) {
  const { t } = useTranslation();
  const [opened, { toggle, close }] = useDisclosure();
  const phone = useIsPhone();
  const text = rangeText(range, t);
  return (
    <Popover
      width={phone ? 'target' : undefined}
      opened={opened}
      onChange={(open) => !open && close()}
      position="bottom-start"
      trapFocus
      returnFocus
    >
      <Input.Wrapper label={t('timeRange.label')} labelElement="div" className={classes.field} data-wide>
        <Popover.Target>
          <Button
            variant="default"
            fw={400}
            fullWidth
            justify="flex-start"
            aria-label={`${t('timeRange.label')}: ${text}`}
            leftSection={<IconCalendarTime size={16} stroke={1.75} />}
            onClick={toggle}
          >
            {text}
          </Button>
        </Popover.Target>
      </Input.Wrapper>
      <Popover.Dropdown aria-label={t('timeRange.label')} p="sm">
        {opened && (
          <Suspense fallback={<Skeleton w={400} h={280} />}>
            <RangePanel
              range={range}
              onChange={(next, done) => {
                onChange(next);
                if (done) close();
              }}
            />
          </Suspense>
        )}
      </Popover.Dropdown>
    </Popover>
  );
}

function rangeText({ start, end }: TimeRange, t: TFunction): string {
  const to = isUntilNow(end) ? t('timeRange.now') : timeText(end);
  if (start !== undefined) return t('timeRange.text', { from: timeText(start), to });
  return end === undefined ? t('timeRange.always') : t('timeRange.until', { to });
}
