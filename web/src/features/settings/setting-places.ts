import { tabTitles } from '#contract/options/declaration';
import type { Localized } from '#contract/fields';
import { type Field, fieldId, fieldsOf } from './form/fields';
import { subjects } from './subjects';

/** A setting with the address that shows its field. */
export interface SettingPlace {
  field: Field;
  /** Titles of its tab and subject. */
  place: Localized;
  /** Words that find it: its key and names in every language, and synonyms of its card. */
  words: string;
  path: string;
}

/** All settings with a field, in the order of the index. */
export function settingPlaces(): SettingPlace[] {
  return subjects.flatMap((subject) => {
    const tab = tabTitles[subject.tab];
    const place = { zh: `${tab.zh} · ${subject.title.zh}`, en: `${tab.en} · ${subject.title.en}` };
    return subject.cards.flatMap((card) => {
      const view = card.ratioView === undefined ? '' : `&ratio=${card.ratioView}`;
      return fieldsOf(card).map((field) => ({
        field,
        place,
        words: [
          field.key,
          field.label.zh,
          field.label.en,
          place.zh,
          place.en,
          card.title.zh,
          card.title.en,
          card.synonyms ?? '',
        ].join(' '),
        path: `/setting?tab=${card.tab}${view}#${fieldId(field.key)}`,
      }));
    });
  });
}

/** The address that shows the field of an option. */
export function settingPath(key: string): string | undefined {
  return settingPlaces().find(({ field }) => field.key === key)?.path;
}
