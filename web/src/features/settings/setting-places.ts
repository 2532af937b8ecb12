import { tabTitles } from '#contract/options/declaration';
import { cards } from '#contract/options/index';
import type { Localized } from '#contract/fields';
import { withQuery } from '../../lib/api/api';
import { fieldId } from './form/field-id';
import { type Field, fieldsOf } from './form/fields';

/** A setting with the address that shows its field. */
export interface SettingPlace {
  field: Field;
  /** Titles of its tab and card. */
  place: Localized;
  path: string;
}

/** All settings with a field, in the order of the page. */
export function settingPlaces(): SettingPlace[] {
  return cards.flatMap((card) => {
    const tab = tabTitles[card.tab];
    const address = withQuery('/setting', { tab: card.tab, ratio: card.ratioView });
    return fieldsOf(card).map((field) => ({
      field,
      place: { zh: `${tab.zh} · ${card.title.zh}`, en: `${tab.en} · ${card.title.en}` },
      path: `${address}#${fieldId(field.key)}`,
    }));
  });
}
