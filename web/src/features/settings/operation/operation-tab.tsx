import { OptionCard } from '../form/option-card';
import { RatioSection } from '../ratio/ratio-section';
import { BOARD, CHATS, CREDIT, DRAWING, GENERAL, GROUPS, LOGS, MONITORING, RELAY, SENSITIVE } from './cards';
import { LogCleaning } from './log-cleaning';

export function OperationTab() {
  return (
    <>
      {[GENERAL, RELAY, DRAWING, SENSITIVE].map((card) => (
        <OptionCard key={card.id} card={card} />
      ))}
      <OptionCard card={LOGS}>
        <LogCleaning />
      </OptionCard>
      {[BOARD, MONITORING, CREDIT, CHATS, GROUPS].map((card) => (
        <OptionCard key={card.id} card={card} />
      ))}
      <RatioSection />
    </>
  );
}
