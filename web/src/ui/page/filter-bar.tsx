import { Button } from '@mantine/core';
import { IconAdjustmentsHorizontal, IconSearch } from '@tabler/icons-react';
import { type FormEvent, type ReactNode, useEffect, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { useTranslation } from 'react-i18next';
import { useIsNarrow } from '../../lib/browser/use-is-phone';
import type { Filters } from '../../lib/list/use-list';
import { useShortcuts } from '../../lib/browser/use-shortcuts';
import classes from './filter-bar.module.css';

interface FilterBarProps<F extends Filters> {
  /** The filters in the URL. */
  filters: F;
  onApply: (filters: Partial<F>) => void;
  /** Named inputs whose default values are the filters. */
  children: ReactNode;
  /** Controls at the end of the bar that apply immediately. */
  extra?: ReactNode;
}

/** Text filters that apply on Enter or with the button, not on every keystroke. */
export function FilterBar<F extends Filters>(props: FilterBarProps<F>) {
  const { filters, onApply, children, extra } = props;
  const { t } = useTranslation();
  const [opened, setOpened] = useState(false);
  /** On narrow screens, the fields are behind a button. */
  const folds = useIsNarrow();
  const form = useRef<HTMLFormElement>(null);

  useShortcuts({ '/': focusFirst });

  function focusFirst() {
    flushSync(() => setOpened(true));
    const fields = form.current?.querySelectorAll<HTMLInputElement>('input[name]') ?? [];
    // Text is searched for more often than times.
    const first = [...fields].find(({ type }) => type === 'text') ?? fields[0];
    first?.focus();
    first?.select();
  }

  // The URL can change without this form: back navigation, cleared filters, a link. Unsubmitted input is kept while the
  // URL stays the same, even when the page renders again.
  const shown = useRef<Filters>(filters);
  useEffect(() => {
    for (const [key, value] of Object.entries(filters)) {
      if (shown.current[key] === value) continue;
      const input = form.current?.elements.namedItem(key);
      if (input instanceof HTMLInputElement) input.value = value;
    }
    shown.current = filters;
  });

  function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    const entries = [...new FormData(event.currentTarget)].filter(([key]) => key in filters);
    onApply(
      Object.fromEntries(
        entries.map(([key, value]) => [key, typeof value === 'string' ? value : '']),
      ) as Partial<F>,
    );
  }

  const tools = extra && (
    <div className={classes.extra} data-beside={folds || undefined}>
      {extra}
    </div>
  );

  return (
    <form ref={form} role="search" className={classes.bar} onSubmit={submit}>
      {folds && (
        <Button
          variant="default"
          flex="1 0 auto"
          aria-expanded={opened}
          leftSection={<IconAdjustmentsHorizontal size={16} stroke={1.75} />}
          onClick={() => setOpened(!opened)}
        >
          {t('table.filters')}
        </Button>
      )}
      {folds && tools}
      <div className={classes.fields} hidden={folds && !opened}>
        {children}
        <Button type="submit" variant="default" leftSection={<IconSearch size={16} stroke={1.75} />}>
          {t('common.query')}
        </Button>
      </div>
      {!folds && tools}
    </form>
  );
}

/** Starts a new line of fields on wide screens. */
export function FilterBreak() {
  return <div className={classes.break} aria-hidden />;
}
