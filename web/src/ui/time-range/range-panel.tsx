import '@mantine/dates/styles.css';
import { Button, Group, Stack, Text, TextInput } from '@mantine/core';
import { DatePicker } from '@mantine/dates';
import { factsOf } from '#contract/languages';
import dayjs from 'dayjs';
import { type KeyboardEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { nowSeconds } from '../../lib/format/format';
import { currentLanguage } from '../../text';
import {
  isUntilNow,
  namedRange,
  rangeOfDays,
  RANGES,
  readTime,
  timeText,
  type TimeRange,
  zoneText,
} from './ranges';
import classes from './range-panel.module.css';

interface RangePanelProps {
  range: TimeRange;
  /** @param done the choice is complete, so that the panel can close */
  onChange: (range: TimeRange, done: boolean) => void;
}

/** Common ranges, times to type, and a calendar for whole days. */
export function RangePanel({ range, onChange }: RangePanelProps) {
  const { t } = useTranslation();
  const { start } = range;
  const end = isUntilNow(range.end) ? undefined : range.end;
  /** The first of two days, while the second one is not chosen. */
  const [begun, setBegun] = useState<string | null>(null);
  const days: [string | null, string | null] =
    begun === null ? [dayOf(start), start === undefined ? null : dayOf(end ?? nowSeconds())] : [begun, null];

  function choose([first, last]: [string | null, string | null]) {
    setBegun(last === null ? first : null);
    if (first !== null && last !== null) onChange(rangeOfDays(first, last), true);
  }

  return (
    <div className={classes.panel}>
      <Stack gap={2} className={classes.names}>
        {RANGES.map((name) => (
          <Button
            key={name}
            variant="subtle"
            color="gray"
            size="compact-sm"
            justify="flex-start"
            onClick={() => onChange(namedRange(name), true)}
          >
            {t(`timeRange.names.${name}`)}
          </Button>
        ))}
      </Stack>
      <Stack gap="xs">
        <Times range={range} onChange={onChange} />
        <DatePicker
          type="range"
          size="sm"
          fullWidth
          allowSingleDateInRange
          locale={factsOf(currentLanguage()).locale.toLowerCase()}
          firstDayOfWeek={1}
          weekendDays={[]}
          defaultDate={days[1] ?? days[0] ?? undefined}
          value={days}
          onChange={choose}
          maxDate={dayjs().format('YYYY-MM-DD')}
        />
        <Text size="xs" c="dimmed">
          {t('timeRange.zone', { zone: zoneText() })}
        </Text>
      </Stack>
    </div>
  );
}

/** Both times as texts; they apply on Enter and when the field is left. */
function Times({ range, onChange }: RangePanelProps) {
  const { t } = useTranslation();
  const shown = { start: timeText(range.start), end: isUntilNow(range.end) ? '' : timeText(range.end) };
  const [texts, setTexts] = useState(shown);
  const [error, setError] = useState<{ field: 'start' | 'end'; text: string }>();

  function apply(done: boolean) {
    if (texts.start === shown.start && texts.end === shown.end) {
      if (done) onChange(range, true);
      return;
    }
    const [start, end] = [readTime(texts.start), readTime(texts.end)];
    if (Number.isNaN(start)) setError({ field: 'start', text: t('timeRange.badTime') });
    else if (Number.isNaN(end)) setError({ field: 'end', text: t('timeRange.badTime') });
    else if (start !== undefined && end !== undefined && start >= end)
      setError({ field: 'end', text: t('timeRange.badOrder') });
    else {
      setError(undefined);
      onChange({ start, end }, done);
    }
  }

  const field = (name: 'start' | 'end', label: string) => (
    <TextInput
      label={label}
      placeholder={t(name === 'end' ? 'timeRange.now' : 'timeRange.placeholder')}
      className={classes.time}
      value={texts[name]}
      error={error?.field === name && error.text}
      onChange={({ currentTarget: { value } }) => setTexts((before) => ({ ...before, [name]: value }))}
      onBlur={() => apply(false)}
      onKeyDown={(event: KeyboardEvent) => {
        if (event.key !== 'Enter') return;
        event.preventDefault();
        apply(true);
      }}
    />
  );
  return (
    <Group gap="xs" align="flex-start" wrap="nowrap">
      {field('start', t('timeRange.from'))}
      {field('end', t('timeRange.to'))}
    </Group>
  );
}

function dayOf(seconds: number | undefined): string | null {
  return seconds === undefined ? null : dayjs.unix(seconds).format('YYYY-MM-DD');
}
