import { SettingCards } from '../setting-cards';
import { SystemInfo } from './system-info';

export function OtherTab() {
  return (
    <>
      <SystemInfo />
      <SettingCards tab="other" />
    </>
  );
}
