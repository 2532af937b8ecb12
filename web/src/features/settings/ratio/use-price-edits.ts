import { useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { toast } from '../../../lib/interaction/toast';
import { useUnsaved } from '../form/unsaved';
import { isRefusal, useOptions } from '../use-options';
import { messageOf } from '../../../lib/interaction/use-action';
import { changesOf, type Price, type PriceEdits, readPrices, samePrice } from './prices';
import { useSavePrices } from './use-save-prices';

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
  const { save } = useSavePrices();
  const [edits, setEdits] = useState<PriceEdits>(new Map());
  const [pending, setPending] = useState(false);
  /** True if some of the edits were pasted. */
  const [pasted, setPasted] = useState(false);
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

  function discard() {
    setEdits(new Map());
    setPasted(false);
  }

  async function apply() {
    const changes = changesOf(values, edits);
    if (changes.length === 0) return toast.warning(t('settings.form.nothingChanged'));
    setPending(true);
    try {
      await save(changes, pasted ? 'paste' : 'editor');
    } catch (problem) {
      return toast.error(isRefusal(problem) ? messageOf(problem) : t('settings.form.saveFailed'));
    } finally {
      setPending(false);
    }
    discard();
    toast.success(t('settings.form.saved'));
  }

  return {
    stored,
    edits,
    /** The price of a model with the edits applied. */
    priceOf: (name: string): Price | undefined =>
      edits.has(name) ? (edits.get(name) ?? undefined) : stored.get(name),
    set,
    paste(changes: [name: string, price: Price][]) {
      set(changes);
      setPasted(true);
    },
    discard,
    apply,
    pending,
  };
}

/** Cells of the table change the other parts of a price only. */
function cacheOf(edit: Price | null | undefined): Price {
  return { cacheRead: edit?.cacheRead, cacheWrite: edit?.cacheWrite };
}

export type PriceEditing = ReturnType<typeof usePriceEdits>;
