import { OptionCard } from '../form/option-card';
import { RatioSection } from '../ratio/ratio-section';
import { BOARD, CREDIT, DRAWING, GENERAL, LOGS, MONITORING, RELAY, SENSITIVE } from './cards';
import { ChatList } from './chat-list';
import { GroupTable } from './group-table';
import { LogCleaning } from './log-cleaning';
import { CHATS, GROUPS } from './row-cards';

export function OperationTab() {
  return (
    <>
      {[GENERAL, RELAY, DRAWING, SENSITIVE].map((card) => (
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
      <RatioSection />
    </>
  );
}
