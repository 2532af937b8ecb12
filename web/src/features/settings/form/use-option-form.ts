import type { Card } from '#contract/options/declaration';
import { type FocusEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { toast } from '../../../lib/interaction/toast';
import { useLocalized } from '../../../text/localized';
import { messageOf } from '../../../lib/interaction/use-action';
import { lacksRights, problemText, useOptions, useSaveOptions, type Outcome } from '../use-options';
import { problemOf, sameValue, sentText, shownText } from './field-values';
import type { Field } from './fields';
import { useUnsaved } from './unsaved';

type Texts = Readonly<Record<string, string>>;

/** State of the form of a card: drafts, validation errors, and saving of the changed values. */
export function useOptionForm(card: Card, fields: readonly Field[]) {
  const { t } = useTranslation();
  const localized = useLocalized();
  const { values } = useOptions();
  const { save } = useSaveOptions();
  const [draft, setDraft] = useState<Texts>({});
  const [errors, setErrors] = useState<Texts>({});
  /** Stored values when their drafts were begun; the options are loaded again while other cards are saved. */
  const [bases, setBases] = useState<Texts>({});
  const [pending, setPending] = useState(false);
  /** A change of what all quota is worth, which is saved after a question only. */
  const [revaluation, setRevaluation] = useState<{ from: number; to: number }>();
  const changed = fields.filter((field) => isChanged(field, draft[field.key], values[field.key]));
  useUnsaved(card.id, changed.length);

  function edit(field: Field, text: string | undefined) {
    setDraft((current) => put(current, field.key, text));
    setErrors((current) => put(current, field.key, undefined));
    if (draft[field.key] === undefined) setBases((current) => put(current, field.key, values[field.key]));
  }

  function check(field: Field) {
    const text = draft[field.key];
    const problem = text === undefined ? undefined : problemOf(field, text, t, localized);
    setErrors((current) => put(current, field.key, problem));
    return problem;
  }

  /**
   * Validates on blur, except when a button receives the focus: an error message that moves the button would swallow
   * the click.
   */
  function leave(field: Field, event: FocusEvent) {
    if (!(event.relatedTarget instanceof HTMLButtonElement)) check(field);
  }

  function discard() {
    setDraft({});
    setErrors({});
  }

  /** @param isConfirmed the question about the worth of all quota was answered */
  async function submit(isConfirmed = false) {
    const { requires } = card;
    if (requires && !values[requires.option]) return toast.error(localized(requires.message));
    if (changed.length === 0) return toast.warning(t('settings.form.nothingChanged'));
    const problems = changed.map((field) => check(field)).filter((problem) => problem !== undefined);
    if (problems.length > 0) return toast.error(t('common.checkInput'));
    const unit = changed.find((field) => 'revaluesBalances' in field);
    if (unit && !isConfirmed)
      return setRevaluation({ from: Number(values[unit.key]), to: Number(draft[unit.key]) });
    setRevaluation(undefined);
    setPending(true);
    const outcomes = await save(
      Object.fromEntries(changed.map((field) => [field.key, sentText(field, draft[field.key] ?? '')])),
      bases,
    );
    setPending(false);
    settle(outcomes);
  }

  /**
   * Removes saved fields and fields this user may not change from the draft; the others stay for another attempt, which
   * is based on the values loaded then.
   */
  function settle(outcomes: Outcome[]) {
    const refused = outcomes.filter(({ problem }) => problem !== undefined);
    const retained = refused.filter(({ problem }) => !lacksRights(problem)).map(({ key }) => key);
    setDraft((current) =>
      Object.fromEntries(Object.entries(current).filter(([key]) => retained.includes(key))),
    );
    setBases({});
    setErrors(
      Object.fromEntries(
        refused
          .filter(({ key }) => retained.includes(key))
          .map(({ key, problem }) => [key, messageOf(problem)]),
      ),
    );
    const problem = problemText(
      outcomes,
      card.failed ? localized(card.failed) : t('settings.form.saveFailed'),
    );
    if (problem === undefined) toast.success(card.saved ? localized(card.saved) : t('settings.form.saved'));
    else toast.error(problem);
  }

  return {
    textOf: (field: Field) => draft[field.key] ?? shownText(field, values[field.key] ?? ''),
    /** The stored value, formatted for editing. */
    storedOf: (field: Field) => shownText(field, values[field.key] ?? ''),
    draftOf: (field: Field) => draft[field.key],
    errors,
    errorOf: (field: Field) => errors[field.key],
    edit,
    leave,
    changed,
    discard,
    pending,
    submit,
    revaluation,
    cancelRevaluation: () => setRevaluation(undefined),
  };
}

export type OptionForm = ReturnType<typeof useOptionForm>;

/** Stored secrets are unknown, so any input counts as a change. */
function isChanged(field: Field, text: string | undefined, stored: string | undefined): boolean {
  if (text === undefined) return false;
  return field.kind === 'secret' || !sameValue(field, stored ?? '', text);
}

function put(texts: Texts, key: string, text: string | undefined): Texts {
  const { [key]: _before, ...others } = texts;
  return text === undefined ? others : { ...others, [key]: text };
}
