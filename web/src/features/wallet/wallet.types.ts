export type PaymentMethod = 'zfb' | 'wx';

/** A payment order: form fields and the URL to post them to. */
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
