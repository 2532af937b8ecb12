import '@mantine/dates/styles.css';
import { Button, Stack, Text } from '@mantine/core';
import { DatePicker } from '@mantine/dates';
import { factsOf } from '#contract/languages';
import dayjs from 'dayjs';
import { useTranslation } from 'react-i18next';
import { currentLanguage } from '../../text';
import { isDay, namedPoint, readTime, type TimePoint, timeText, zoneText } from './ranges';
import classes from './range-panel.module.css';

interface TimePanelProps {
  text: string;
  points: readonly TimePoint[];
  /** The text is a day, without a time of day and a zone. */
  isWholeDay: boolean;
  onChoose: (text: string) => void;
}

/** Named times, and a calendar that changes the day and keeps the time of day. */
export function TimePanel({ text, points, isWholeDay, onChoose }: TimePanelProps) {
  const { t } = useTranslation();
  const seconds = readTime(text);
  const time = seconds === undefined || Number.isNaN(seconds) ? undefined : dayjs.unix(seconds);
  const wholeDay = isDay(text) ? text : null;
  const day = isWholeDay ? wholeDay : (time?.format('YYYY-MM-DD') ?? null);

  function choose(chosen: string | null) {
    if (chosen === null) return;
    if (isWholeDay) return onChoose(chosen);
    const clock = time?.format('HH:mm:ss') ?? '00:00:00';
    onChoose(timeText(dayjs(`${chosen}T${clock}`).unix()));
  }

  return (
    <div className={classes.panel}>
      {points.length > 0 && (
        <Stack gap={2} className={classes.names}>
          {points.map((name) => (
            <Button
              key={name}
              variant="subtle"
              color="gray"
              size="compact-sm"
              justify="flex-start"
              onClick={() => onChoose(timeText(namedPoint(name)))}
            >
              {t(`timeRange.points.${name}`)}
            </Button>
          ))}
        </Stack>
      )}
      <Stack gap="xs">
        <DatePicker
          size="sm"
          locale={factsOf(currentLanguage()).locale.toLowerCase()}
          firstDayOfWeek={1}
          weekendDays={[]}
          defaultDate={day ?? undefined}
          value={day}
          onChange={choose}
        />
        {!isWholeDay && (
          <Text size="xs" c="dimmed">
            {t('timeRange.zone', { zone: zoneText() })}
          </Text>
        )}
      </Stack>
    </div>
  );
}
