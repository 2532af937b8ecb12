import { OptionCard } from '../form/option-card';
import { MODEL_CARDS, RATE_LIMIT } from './cards';

export function RateLimitTab() {
  return <OptionCard card={RATE_LIMIT} />;
}

export function ModelsTab() {
  return MODEL_CARDS.map((card) => <OptionCard key={card.id} card={card} />);
}
