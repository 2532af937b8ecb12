import type { UseFormReturnType } from '@mantine/form';
import { useMemo, useRef, useState } from 'react';
import { useSteady } from '../../../lib/interaction/use-steady';
import type { ChannelValues } from './channel-values';
import type { ChannelTypes } from '../use-channel-types';

const ENDS_IN_V1 = /\/v1\/?$/;

type Save = (values: ChannelValues) => void;

export interface V1Question {
  opened: boolean;
  /** Opens the question if the address needs it; called on blur. */
  ask: () => void;
  keep: () => void;
  remove: () => void;
  /** Closes the question and cancels a pending save. */
  cancel: () => void;
}

/**
 * Asks whether an address that ends in /v1 is intended, because the gateway adds /v1 itself. Asked on blur and before the
 * form is saved, which waits for the decision.
 * @param stored the saved address, which is not questioned
 */
export function useV1Question(
  form: UseFormReturnType<ChannelValues>,
  stored: string | undefined,
  types: ChannelTypes,
): V1Question & { submit: (values: ChannelValues, save: Save) => void } {
  const [opened, setOpened] = useState(false);
  const waiting = useRef<Save>(undefined);
  const [kept, setKept] = useState<string>();
  const isDoubtful = ({ type, baseUrl }: ChannelValues) =>
    (types.of(type)?.form.base_url ?? 'general') === 'general' &&
    ENDS_IN_V1.test(baseUrl.trim()) &&
    baseUrl !== kept &&
    baseUrl !== stored;

  function close() {
    setOpened(false);
    waiting.current = undefined;
  }

  function settle(values: ChannelValues) {
    const save = waiting.current;
    close();
    save?.(values);
  }

  const acts = useSteady({
    ask() {
      if (isDoubtful(form.getValues())) setOpened(true);
    },
    submit(values: ChannelValues, save: Save) {
      if (!isDoubtful(values)) {
        save(values);
        return;
      }
      waiting.current = save;
      setOpened(true);
    },
    keep() {
      const values = form.getValues();
      setKept(values.baseUrl);
      settle(values);
    },
    remove() {
      const values = form.getValues();
      const baseUrl = values.baseUrl.trim().replace(ENDS_IN_V1, '');
      form.setFieldValue('baseUrl', baseUrl);
      settle({ ...values, baseUrl });
    },
    cancel: close,
  });
  return useMemo(() => ({ opened, ...acts }), [opened, acts]);
}
