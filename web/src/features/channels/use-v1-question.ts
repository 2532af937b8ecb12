import type { UseFormReturnType } from '@mantine/form';
import { useState } from 'react';
import type { ChannelValues } from './channel-form-values';
import { fieldsOf } from './channel-type-fields';

const ENDS_IN_V1 = /\/v1\/?$/;

export interface V1Question {
  opened: boolean;
  /** The address was left: asks if there is something to ask. */
  ask: () => void;
  keep: () => void;
  remove: () => void;
  /** Neither: a save that waited is given up. */
  cancel: () => void;
}

/**
 * Is an address that ends in /v1 meant so? The gateway adds /v1 itself. Asked when the field is left, and before the form is
 * saved, which waits for the answer.
 * @param stored the address that is saved already, which needs no question
 */
export function useV1Question(
  form: UseFormReturnType<ChannelValues>,
  stored: string | undefined,
  save: (values: ChannelValues) => void,
): V1Question & { submit: (values: ChannelValues) => void } {
  const [opened, setOpened] = useState(false);
  const [waiting, setWaiting] = useState(false);
  const [kept, setKept] = useState<string>();
  const isDoubtful = ({ type, baseUrl }: ChannelValues) =>
    fieldsOf(type).baseUrl === undefined &&
    ENDS_IN_V1.test(baseUrl.trim()) &&
    baseUrl !== kept &&
    baseUrl !== stored;

  function close() {
    setOpened(false);
    setWaiting(false);
  }

  function settle(values: ChannelValues) {
    close();
    if (waiting) save(values);
  }

  return {
    opened,
    ask() {
      if (isDoubtful(form.getValues())) setOpened(true);
    },
    submit(values) {
      if (!isDoubtful(values)) {
        save(values);
        return;
      }
      setWaiting(true);
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
  };
}
