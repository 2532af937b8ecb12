import type { Card, Tab } from '#contract/options/declaration';
import type { Localized } from '#contract/fields';
import { cards } from '#contract/options/index';
import { fieldsOf, keyOfField } from './form/fields';

/** What a page of the settings is about: one card, or the cards of a section. */
export interface Subject {
  id: string;
  tab: Tab;
  title: Localized;
  lead?: Localized | undefined;
  cards: readonly Card[];
}

/** All subjects in the order of the settings' index. */
export const subjects: readonly Subject[] = cards.reduce<Subject[]>((all, card) => {
  const { id, title, lead } = card.section ?? card;
  const last = all.at(-1);
  if (card.section && last?.id === id)
    return [...all.slice(0, -1), { ...last, cards: [...last.cards, card] }];
  return [...all, { id, tab: card.tab, title, lead, cards: [card] }];
}, []);

export function subjectsOf(tab: Tab): Subject[] {
  return subjects.filter((subject) => subject.tab === tab);
}

/** The subject that an address of the settings shows: the one that its hash names or whose field it names, or the first of the tab. */
export function subjectAt(tab: Tab, hash: string): Subject {
  const name = nameIn(hash);
  const key = keyOfField(name);
  const all = subjectsOf(tab);
  const named = all.find(({ id, cards }) =>
    key === undefined
      ? id === name || cards.some((card) => card.id === name)
      : cards.some((card) => fieldsOf(card).some((field) => field.key === key)),
  );
  return (named ?? all[0])!;
}

/** The decoded hash of an address; '' if it is malformed. */
export function nameIn(hash: string): string {
  try {
    return decodeURIComponent(hash.slice(1));
  } catch {
    return '';
  }
}

/** The address of a subject. */
export function subjectPath({ tab, id }: Pick<Subject, 'tab' | 'id'>): string {
  return `/setting?tab=${tab}#${id}`;
}
