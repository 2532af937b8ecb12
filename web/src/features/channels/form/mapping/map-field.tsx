import { Anchor, Button, Group, Input, SegmentedControl, Text, VisuallyHidden } from '@mantine/core';
import { IconArrowRight, IconPlus, IconX } from '@tabler/icons-react';
import { type ClipboardEvent, type ReactNode, useId, useLayoutEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { steady } from '../../../../lib/interaction/steady';
import { IconAction } from '../../../../ui/button/icon-action';
import { Autocomplete } from '../../../../ui/form/inputs';
import { JsonField } from '../../../../ui/form/json-field';
import classes from './map-field.module.css';
import { earlierRows, isEmpty, type MapRow, readRows, writeRows } from './map-rows';

interface Column {
  label: string;
  /** Offered while typing. */
  suggestions?: readonly string[];
  isNumeric?: boolean;
}

interface MapFieldProps {
  label: string;
  description: string;
  /** The left column: names of the members. */
  from: Column;
  to: Column;
  /** JSON object as text; '' = none. */
  value: string;
  error?: ReactNode;
  /** Inserted by the template button. */
  template: Readonly<Record<string, string>>;
  onChange: (value: string) => void;
}

interface KeyedRow extends MapRow {
  key: number;
}

/** The rows of a text. Empty rows are not in the text, so they live here alone. */
interface Draft {
  text: string;
  /** Undefined: the text cannot be shown as rows. */
  rows: KeyedRow[] | undefined;
}

/** A JSON object from text to text, edited in two columns or, by experts, as JSON. Both views have the same draft. */
export const MapField = steady(function MapField(props: MapFieldProps) {
  const { label, description, value, error, template, onChange } = props;
  const { t } = useTranslation();
  const labelId = useId();
  const [view, setView] = useState<'rows' | 'json'>('rows');
  const [draft, setDraft] = useState(() => draftOf(value));
  const group = useRef<HTMLDivElement>(null);
  const focusNext = useFocusOfRow(group);
  if (draft.text !== value) setDraft(draftOf(value));
  const { rows } = draft;
  const shown = rows === undefined ? 'json' : view;

  function change(next: KeyedRow[]) {
    const text = writeRows(next);
    setDraft({ text, rows: next });
    if (text !== value) onChange(text);
  }

  function onText(text: string) {
    // Stays with the text when it becomes readable.
    setView('json');
    onChange(text);
  }

  function onPaste(event: ClipboardEvent) {
    const pasted = event.clipboardData.getData('text');
    const read = pasted.trim().startsWith('{') ? readRows(pasted) : undefined;
    if (!read?.length) return;
    event.preventDefault();
    change(keyed([...(rows ?? []).filter((row) => !isEmpty(row)), ...read]));
  }

  return (
    <div ref={group} role="group" aria-labelledby={labelId}>
      <Group justify="space-between" align="center" gap="xs" mb={4}>
        <Input.Label component="div" id={labelId}>
          {label}
        </Input.Label>
        <SegmentedControl
          size="xs"
          aria-label={t('mapField.view', { name: label })}
          data={[
            { value: 'rows', label: t('mapField.rows'), disabled: rows === undefined },
            { value: 'json', label: 'JSON' },
          ]}
          value={shown}
          onChange={(next) => setView(next === 'json' ? 'json' : 'rows')}
        />
      </Group>
      <Text size="xs" c="dimmed" mb={8}>
        {description}
      </Text>
      {shown === 'json' ? (
        <>
          {rows === undefined && (
            <Text size="xs" c="dimmed" mb={4}>
              {t('mapField.notRows')}
            </Text>
          )}
          <JsonField hiddenLabel={label} template={template} value={value} error={error} onChange={onText} />
        </>
      ) : (
        <div onPaste={onPaste}>
          <Rows
            {...props}
            rows={rows ?? []}
            onRows={change}
            onRemove={(index) => {
              focusNext(index);
              change((rows ?? []).filter((_, at) => at !== index));
            }}
          />
          {error && (
            <Text size="xs" c="red" role="alert" mt={6}>
              {error}
            </Text>
          )}
          <Group gap="md" mt={8}>
            <Button
              size="compact-sm"
              variant="default"
              leftSection={<IconPlus size={14} stroke={1.75} />}
              aria-label={t('mapField.addTo', { name: label })}
              data-add
              onClick={() => {
                focusNext(rows?.length ?? 0);
                change(keyed([...(rows ?? []), { from: '', to: '' }]));
              }}
            >
              {t('mapField.add')}
            </Button>
            <Anchor
              component="button"
              type="button"
              size="xs"
              onClick={() => onChange(JSON.stringify(template, null, 2))}
            >
              {t('common.fillTemplate')}
            </Anchor>
          </Group>
        </div>
      )}
    </div>
  );
});

interface RowsProps extends MapFieldProps {
  rows: KeyedRow[];
  onRows: (rows: KeyedRow[]) => void;
  onRemove: (index: number) => void;
}

function Rows({ label, from, to, rows, onRows, onRemove }: RowsProps) {
  const { t } = useTranslation();
  if (rows.length === 0) return null;
  const earlier = earlierRows(rows);
  const set = (key: number, change: Partial<MapRow>) =>
    onRows(rows.map((row) => (row.key === key ? { ...row, ...change } : row)));
  return (
    <div className={classes.rows}>
      <div className={classes.row} aria-hidden>
        <Text size="xs" c="dimmed">
          {from.label}
        </Text>
        <span />
        <Text size="xs" c="dimmed">
          {to.label}
        </Text>
        <span />
      </div>
      {rows.map((row, index) => {
        const n = index + 1;
        const first = earlier[index];
        return (
          <div key={row.key} className={classes.row} data-row={index}>
            <Autocomplete
              {...inputOf(from)}
              aria-label={t('mapField.cell', { name: label, column: from.label, n })}
              error={first !== undefined && t('mapField.twiceAt', { n: first + 1 })}
              value={row.from}
              onChange={(text) => set(row.key, { from: text })}
            />
            <IconArrowRight size={14} stroke={1.75} className={classes.arrow} aria-hidden />
            <Autocomplete
              {...inputOf(to)}
              aria-label={t('mapField.cell', { name: label, column: to.label, n })}
              value={row.to}
              onChange={(text) => set(row.key, { to: text })}
            />
            <IconAction
              label={t('mapField.remove', { name: label, n })}
              icon={<IconX size={16} stroke={1.75} />}
              onClick={() => onRemove(index)}
            />
          </div>
        );
      })}
      <VisuallyHidden aria-live="polite">{t('mapField.count', { n: rows.length })}</VisuallyHidden>
    </div>
  );
}

/** Moves the focus to a row that is about to appear or to take the place of another, else to the button that adds rows. */
function useFocusOfRow(group: { readonly current: HTMLDivElement | null }): (index: number) => void {
  const next = useRef<number>(undefined);
  useLayoutEffect(() => {
    if (next.current === undefined) return;
    const row = group.current?.querySelector<HTMLElement>(`[data-row="${next.current}"] input`);
    (row ?? group.current?.querySelector<HTMLElement>('[data-add]'))?.focus();
    next.current = undefined;
  });
  return (index) => {
    next.current = index;
  };
}

function inputOf({ suggestions = [], isNumeric }: Column) {
  return {
    data: [...suggestions],
    limit: 50,
    spellCheck: false,
    ...(isNumeric && { inputMode: 'numeric' as const }),
    styles: { input: { fontFamily: 'var(--mantine-font-family-monospace)', fontSize: 13 } },
  };
}

function draftOf(text: string): Draft {
  const rows = readRows(text);
  return { text, rows: rows && keyed(rows) };
}

/** Rows that have a key keep it. */
function keyed(rows: readonly (MapRow & { key?: number })[]): KeyedRow[] {
  let last = Math.max(0, ...rows.map(({ key = 0 }) => key));
  return rows.map((row) => ({ ...row, key: row.key ?? (last += 1) }));
}
