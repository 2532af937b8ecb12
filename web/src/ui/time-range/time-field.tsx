import { ActionIcon, Popover, Skeleton, TextInput, type TextInputProps } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { IconCalendarTime } from '@tabler/icons-react';
import { lazy, Suspense } from 'react';
import { useTranslation } from 'react-i18next';
import { steady } from '../../lib/interaction/steady';
import type { TimePoint } from './ranges';

// The calendar is a library of its own.
const TimePanel = lazy(async () => ({ default: (await import('./time-panel')).TimePanel }));

/** Of its own: those of the forms come with every other input. */
const SteadyInput = /* @__PURE__ */ steady(TextInput);

interface TimeFieldProps extends Omit<TextInputProps, 'value' | 'onChange' | 'rightSection'> {
  label: string;
  /** As typed, `YYYY-MM-DD HH:mm`; see `readTime`. */
  value?: string;
  onChange?: (text: string) => void;
  /** Times that are offered by name. */
  points?: readonly TimePoint[];
  /** A day, `YYYY-MM-DD`, instead of a time; see `isDay`. */
  isWholeDay?: boolean;
}

/** One time or day: typed, or chosen by name or in a calendar. */
export function TimeField({
  label,
  value = '',
  onChange,
  points = [],
  isWholeDay = false,
  ...rest
}: TimeFieldProps) {
  const { t } = useTranslation();
  const [opened, { toggle, close }] = useDisclosure();
  const choose = t(isWholeDay ? 'timeRange.chooseDay' : 'timeRange.choose');
  return (
    <Popover
      opened={opened}
      onChange={(open) => !open && close()}
      position="bottom-end"
      trapFocus
      returnFocus
      // The button opens it; the field, which the calendar stands at, has no such state.
      withRoles={false}
    >
      <Popover.Target>
        <SteadyInput
          {...rest}
          label={label}
          placeholder={t(isWholeDay ? 'timeRange.dayPlaceholder' : 'timeRange.placeholder')}
          autoComplete="off"
          value={value}
          onChange={(event) => onChange?.(event.currentTarget.value)}
          rightSection={
            <ActionIcon aria-label={choose} aria-expanded={opened} aria-haspopup="dialog" onClick={toggle}>
              <IconCalendarTime size={16} stroke={1.75} />
            </ActionIcon>
          }
        />
      </Popover.Target>
      <Popover.Dropdown role="dialog" aria-label={choose} tabIndex={-1} p="sm">
        {opened && (
          <Suspense fallback={<Skeleton w={260} h={260} />}>
            <TimePanel
              text={value}
              points={points}
              isWholeDay={isWholeDay}
              onChoose={(text) => {
                onChange?.(text);
                close();
              }}
            />
          </Suspense>
        )}
      </Popover.Dropdown>
    </Popover>
  );
}
