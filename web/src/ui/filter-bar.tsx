import { Button } from '@mantine/core';
import { IconSearch } from '@tabler/icons-react';
import { type FormEvent, type ReactNode, useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import type { Filters } from '../lib/use-list';
import classes from './filter-bar.module.css';

interface FilterBarProps<F extends Filters> {
  /** What the address says now. */
  filters: F;
  onApply: (filters: Partial<F>) => void;
  /** Named inputs whose default values are the filters. */
  children: ReactNode;
  /** Controls that act at once, at the end of the bar. */
  extra?: ReactNode;
}

/** Text filters that apply on Enter or with the button, not on every key. */
export function FilterBar<F extends Filters>({ filters, onApply, children, extra }: FilterBarProps<F>) {
  const { t } = useTranslation();
  const form = useRef<HTMLFormElement>(null);

  // The address may change without this form: back, cleared filters, a followed link.
  useEffect(() => {
    for (const [key, value] of Object.entries(filters)) {
      const input = form.current?.elements.namedItem(key);
      if (input instanceof HTMLInputElement && input.value !== value) input.value = value;
    }
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

  return (
    <form ref={form} role="search" className={classes.bar} onSubmit={submit}>
      <div className={classes.fields}>
        {children}
        <Button type="submit" variant="default" leftSection={<IconSearch size={16} stroke={1.75} />}>
          {t('common.query')}
        </Button>
      </div>
      {extra && <div className={classes.extra}>{extra}</div>}
    </form>
  );
}
