import { useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { toast } from '../../../lib/interaction/toast';
import { useUnsaved } from '../form/unsaved';
import { problemText, useOptions, useSaveOptions } from '../use-options';
import { applyEdits, type Price, type PriceEdits, readPrices, samePrice } from './prices';

/** A model in the price editor. */
export interface PriceRow extends Price {
  id: number;
  name: string;
  /** True if the change has not been applied yet. */
  edited: boolean;
}

/** Edits of prices; nothing is saved until `apply`. */
export function usePriceEdits(id: string) {
  const { t } = useTranslation();
  const { values } = useOptions();
  const { save } = useSaveOptions();
  const [edits, setEdits] = useState<PriceEdits>(new Map());
  const [pending, setPending] = useState(false);
  const stored = useMemo(() => readPrices(values), [values]);
  useUnsaved(id, edits.size);

  function set(changes: [name: string, price: Price | null][]) {
    setEdits((current) => {
      const next = new Map(current);
      for (const [name, price] of changes) {
        const whole = price && { ...cacheOf(current.get(name)), ...price };
        if (samePrice(stored.get(name), whole ?? undefined)) next.delete(name);
        else next.set(name, whole);
      }
      return next;
    });
  }

  async function apply() {
    const changes = applyEdits(values, edits);
    if (Object.keys(changes).length === 0) return toast.warning(t('settings.form.nothingChanged'));
    setPending(true);
    const outcomes = await save(changes);
    setPending(false);
    const problem = problemText(outcomes, t('settings.form.saveFailed'));
    if (problem !== undefined) return toast.error(problem);
    setEdits(new Map());
    toast.success(t('settings.form.saved'));
  }

  return {
    stored,
    edits,
    /** The price of a model with the edits applied. */
    priceOf: (name: string): Price | undefined =>
      edits.has(name) ? (edits.get(name) ?? undefined) : stored.get(name),
    set,
    discard: () => setEdits(new Map()),
    apply,
    pending,
  };
}

/** Cells of the table change the other parts of a price only. */
function cacheOf(edit: Price | null | undefined): Price {
  return { cacheRead: edit?.cacheRead, cacheWrite: edit?.cacheWrite };
}

export type PriceEditing = ReturnType<typeof usePriceEdits>;
