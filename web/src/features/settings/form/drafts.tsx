import type { Card } from '#contract/options/declaration';
import { cards } from '#contract/options/index';
import { createContext, type ReactNode, useContext, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router-dom';
import { Cancelled } from '../../../lib/api/confirmation';
import { toast } from '../../../lib/interaction/toast';
import { messageOf } from '../../../lib/interaction/use-action';
import { useLocalized } from '../../../text/localized';
import { settingPath } from '../setting-places';
import { lacksRights, type Outcome, problemText, useOptions, useSaveOptions } from '../use-options';
import { problemOf, sameValue, sentText } from './field-values';
import { type Field, fieldId, fieldsOf } from './fields';
import { useUnsaved } from './unsaved';
import { lazyDialog } from '../../../ui/dialog/lazy-dialog';

const RevaluationDialog = lazyDialog(async () => (await import('./revaluation-dialog')).RevaluationDialog);

type Texts = Readonly<Record<string, string>>;

/** A card with its changed fields. */
export interface ChangedCard {
  card: Card;
  fields: Field[];
}

/** What was entered in the forms of the settings and is not saved. It is kept while other subjects are shown. */
export interface Drafts {
  /** Texts and errors by option key. */
  texts: Texts;
  errors: Texts;
  pending: boolean;
  changed: readonly ChangedCard[];
  edit: (field: Field, text: string | undefined) => void;
  /** Validates a field and shows its error. */
  check: (field: Field) => string | undefined;
  discard: () => void;
  /** Saves the changed fields of these cards. */
  submit: (cards: readonly Card[]) => Promise<void>;
}

const Context = createContext<Drafts | undefined>(undefined);

export function useDrafts(): Drafts {
  const drafts = useContext(Context);
  if (!drafts) throw new Error('The form of an option is outside of the settings page.');
  return drafts;
}

interface Revaluation {
  /** Quota units per US dollar. */
  from: number;
  to: number;
  cards: readonly Card[];
}

export function DraftsProvider({ children }: { children: ReactNode }) {
  const { t } = useTranslation();
  const localized = useLocalized();
  const navigate = useNavigate();
  const { values } = useOptions();
  const { save } = useSaveOptions();
  const [texts, setTexts] = useState<Texts>({});
  const [errors, setErrors] = useState<Texts>({});
  /** Stored values when their drafts were begun; the options are loaded again while other cards are saved. */
  const [bases, setBases] = useState<Texts>({});
  const [pending, setPending] = useState(false);
  /** A change of what all quota is worth, which is saved after a question only. */
  const [revaluation, setRevaluation] = useState<Revaluation>();
  const changed = changedIn(cards);
  useUnsaved(
    'settings',
    changed.reduce((sum, { fields }) => sum + fields.length, 0),
  );

  function changedIn(some: readonly Card[]): ChangedCard[] {
    return some
      .map((card) => ({
        card,
        fields: fieldsOf(card).filter((field) => isChanged(field, texts[field.key], values[field.key])),
      }))
      .filter(({ fields }) => fields.length > 0);
  }

  function edit(field: Field, text: string | undefined) {
    setTexts((current) => put(current, field.key, text));
    setErrors((current) => put(current, field.key, undefined));
    if (texts[field.key] === undefined) setBases((current) => put(current, field.key, values[field.key]));
  }

  function check(field: Field) {
    const text = texts[field.key];
    const problem = text === undefined ? undefined : problemOf(field, text, t, localized);
    setErrors((current) => put(current, field.key, problem));
    return problem;
  }

  function discard() {
    setTexts({});
    setErrors({});
  }

  async function submit(some: readonly Card[], isConfirmed = false) {
    for (const { requires } of some)
      if (requires && !(texts[requires.option] ?? values[requires.option]))
        return toast.error(localized(requires.message));
    const fields = changedIn(some).flatMap((each) => each.fields);
    if (fields.length === 0) return toast.warning(t('settings.form.nothingChanged'));
    const wrong = fields.filter((field) => check(field) !== undefined);
    if (wrong[0]) {
      await showField(wrong[0]);
      return toast.error(t('common.checkInput'));
    }
    const unit = fields.find((field) => 'revaluesBalances' in field);
    if (unit && !isConfirmed)
      return setRevaluation({ from: Number(values[unit.key]), to: Number(texts[unit.key]), cards: some });
    setRevaluation(undefined);
    setPending(true);
    const outcomes = await save(
      Object.fromEntries(fields.map((field) => [field.key, sentText(field, texts[field.key] ?? '')])),
      bases,
    );
    setPending(false);
    settle(outcomes, some);
  }

  /** Opens the subject of a field that is not shown. */
  async function showField({ key }: Field) {
    const path = settingPath(key);
    if (path && !document.getElementById(fieldId(key))) await navigate(path);
  }

  /**
   * Removes saved fields and fields this user may not change from the drafts; the others stay for another attempt, which
   * is based on the values loaded then.
   */
  function settle(outcomes: Outcome[], some: readonly Card[]) {
    const settled = outcomes.filter(({ problem }) => problem === undefined || lacksRights(problem));
    const refused = outcomes.filter(({ problem }) => problem !== undefined && !lacksRights(problem));
    const sent = outcomes.map(({ key }) => key);
    setTexts((current) =>
      without(
        current,
        settled.map(({ key }) => key),
      ),
    );
    setBases((current) => without(current, sent));
    setErrors((current) => ({
      ...without(current, sent),
      ...Object.fromEntries(refused.map(({ key, problem }) => [key, messageOf(problem)])),
    }));
    if (outcomes.some(({ problem }) => problem instanceof Cancelled)) return;
    const [only] = some.length === 1 ? some : [];
    const problem = problemText(
      outcomes,
      only?.failed ? localized(only.failed) : t('settings.form.saveFailed'),
    );
    if (problem === undefined) toast.success(only?.saved ? localized(only.saved) : t('settings.form.saved'));
    else toast.error(problem);
  }

  return (
    <Context value={{ texts, errors, pending, changed, edit, check, discard, submit }}>
      {children}
      {revaluation && (
        <RevaluationDialog
          from={revaluation.from}
          to={revaluation.to}
          onConfirm={() => void submit(revaluation.cards, true)}
          onCancel={() => setRevaluation(undefined)}
        />
      )}
    </Context>
  );
}

/** Stored secrets are unknown, so any input counts as a change. */
function isChanged(field: Field, text: string | undefined, stored: string | undefined): boolean {
  if (text === undefined) return false;
  return field.kind === 'secret' || !sameValue(field, stored ?? '', text);
}

function put(texts: Texts, key: string, text: string | undefined): Texts {
  const others = without(texts, [key]);
  return text === undefined ? others : { ...others, [key]: text };
}

function without(texts: Texts, keys: readonly string[]): Texts {
  return Object.fromEntries(Object.entries(texts).filter(([key]) => !keys.includes(key)));
}
