import { Injectable } from '@nestjs/common';
import { DEFAULT_LANGUAGE, isLanguage, type Language } from '../contract/languages.js';
import { OptionsService } from '../options/options.service.js';

/** Decides the language of what the gateway sends. */
@Injectable()
export class ReaderLanguage {
  constructor(private readonly options: OptionsService) {}

  /** Of readers about whom nothing is known: the option DefaultLanguage, else Chinese. */
  get site(): Language {
    return this.stated ?? DEFAULT_LANGUAGE;
  }

  /** The option DefaultLanguage; undefined if the operator chose none. */
  get stated(): Language | undefined {
    const language = this.options.get('DefaultLanguage');
    return isLanguage(language) ? language : undefined;
  }

  /**
   * Of a user or another receiver: the one that its settings state, else that of the page at which the reader is, else the site's.
   * @param setting JSON text of `users.setting` or `alert_targets.setting`; '' = none
   * @param page language of the reader's request; undefined: the reader is not at a page, or its language is not known
   */
  of(setting: string, page?: Language): Language {
    return statedLanguage(setting) ?? page ?? this.site;
  }
}

/** The language that stored settings state. Imported ones may contain anything. */
export function statedLanguage(setting: string): Language | undefined {
  if (setting === '') return undefined;
  try {
    const { language } = Object(JSON.parse(setting)) as { language?: unknown };
    return isLanguage(language) ? language : undefined;
  } catch {
    return undefined;
  }
}
