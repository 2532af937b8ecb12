import { useTranslation } from 'react-i18next';
import {
  jsonErrorPlace,
  type JsonProblem,
  mappingProblem,
  objectProblem,
  statusMappingProblem,
} from './channel-checks';
import { settingProblem } from './channel-setting';
import { rowProblem } from './mapping/map-rows';

/** Validators of the channel form with translated messages. */
export function useChannelChecks() {
  const { t } = useTranslation();

  function notJson(text: string): string {
    const place = jsonErrorPlace(text);
    return place ? t('channelForm.badJsonAt', { ...place }) : t('common.badJson');
  }
  const message = (problem: JsonProblem | null, text: string, badShape: string) =>
    problem === 'notJson' ? notJson(text) : problem && badShape;

  /** A name that occurs twice, of which the server would use the last, or a row that is half empty. */
  function badRow(text: string): string | null {
    const problem = rowProblem(text);
    if (!problem) return null;
    const { kind, name } = problem;
    return t(kind === 'twice' ? 'channelForm.mappingTwice' : 'channelForm.mappingIncomplete', { name });
  }

  return {
    mapping: (text: string) => (mappingProblem(text) ? t('channelForm.badMapping') : badRow(text)),
    override: (text: string) => message(objectProblem(text), text, t('common.badJsonObject')),
    statusMapping: (text: string) =>
      message(statusMappingProblem(text), text, t('channelForm.badStatusMapping')) ?? badRow(text),
    setting(text: string) {
      const problem = settingProblem(text);
      return problem === 'notJson' ? notJson(text) : problem && t('channelSetting.bad', { key: problem });
    },
  };
}
