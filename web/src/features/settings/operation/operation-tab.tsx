import { useDeferredValue } from 'react';
import { useLocation } from 'react-router-dom';
import { OptionCard } from '../form/option-card';
import { RatioSection } from '../ratio/ratio-section';
import { BOARD, CREDIT, DRAWING, GENERAL, LOGS, MONITORING, RELAY, SENSITIVE } from './cards';
import { ChatList } from './chat-list';
import { GroupTable } from './group-table';
import { LogCleaning } from './log-cleaning';
import { CHATS, GROUP_RULES, GROUPS } from './row-cards';

export function OperationTab() {
  const { hash } = useLocation();
  // The tab is long: the part below the fold renders deferred, unless the URL hash names a field.
  const whole = useDeferredValue(true, hash !== '');
  return (
    <>
      {[GENERAL, RELAY].map((card) => (
        <OptionCard key={card.id} card={card} />
      ))}
      {whole ? <Rest /> : <div style={{ height: '100vh' }} />}
    </>
  );
}

function Rest() {
  return (
    <>
      {[DRAWING, SENSITIVE].map((card) => (
        <OptionCard key={card.id} card={card} />
      ))}
      <OptionCard card={LOGS}>
        <LogCleaning />
      </OptionCard>
      {[BOARD, MONITORING, CREDIT].map((card) => (
        <OptionCard key={card.id} card={card} />
      ))}
      <OptionCard card={CHATS} table={(form) => <ChatList form={form} />} />
      <OptionCard card={GROUPS} table={(form) => <GroupTable form={form} />} />
      <OptionCard card={GROUP_RULES} />
      <RatioSection />
    </>
  );
}
