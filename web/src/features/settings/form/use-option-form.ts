import type { Card } from '#contract/options/declaration';
import type { FocusEvent } from 'react';
import { useOptions } from '../use-options';
import { useDrafts } from './drafts';
import { shownText } from './field-values';
import { type Field, fieldsOf } from './fields';

/** The drafts of a card, as its fields edit them. */
export function useOptionForm(card: Card) {
  const { values } = useOptions();
  const { texts, errors, pending, changed, edit, check, submit } = useDrafts();

  return {
    textOf: (field: Field) => texts[field.key] ?? shownText(field, values[field.key] ?? ''),
    draftOf: (field: Field) => texts[field.key],
    errorOf: (field: Field) => errors[field.key],
    hasErrors: fieldsOf(card).some(({ key }) => errors[key] !== undefined),
    isChanged: changed.some((each) => each.card.id === card.id),
    edit,
    /**
     * Validates on blur, except when a button receives the focus: an error message that moves the button would swallow
     * the click.
     */
    leave: (field: Field, event: FocusEvent) => {
      if (!(event.relatedTarget instanceof HTMLButtonElement)) check(field);
    },
    pending,
    submit: () => submit([card]),
  };
}

export type OptionForm = ReturnType<typeof useOptionForm>;
