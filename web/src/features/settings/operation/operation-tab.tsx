import { useDeferredValue } from 'react';
import { useLocation } from 'react-router-dom';
import { RatioSection } from '../ratio/ratio-section';
import { type CardExtras, SettingCards } from '../setting-cards';
import { ChatList } from './chat-list';
import { GroupTable } from './group-table';
import { LogCleaning } from './log-cleaning';

const EXTRAS: CardExtras = {
  logs: { children: <LogCleaning /> },
  chats: { table: (form) => <ChatList form={form} /> },
  groups: { table: (form) => <GroupTable form={form} /> },
};
/** Number of cards in the first view. */
const FIRST = 2;

export function OperationTab() {
  const { hash } = useLocation();
  // The tab is long: the part below the fold renders deferred, unless the URL hash names a field.
  const whole = useDeferredValue(true, hash !== '');
  return (
    <>
      <SettingCards tab="operation" to={FIRST} />
      {whole ? (
        <>
          <SettingCards tab="operation" extras={EXTRAS} from={FIRST} />
          <RatioSection />
        </>
      ) : (
        <div style={{ height: '100vh' }} />
      )}
    </>
  );
}
