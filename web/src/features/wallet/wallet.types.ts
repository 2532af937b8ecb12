export type PaymentMethod = 'zfb' | 'wx';

/** An order at the payment site: the fields of a form and where it goes. */
export interface PaymentOrder {
  fields: Record<string, string>;
  url: string;
}

/** A log row of type 1. */
export interface TopUpRecord {
  id: number;
  /** Epoch seconds. */
  created_at: number;
  content: string;
}
