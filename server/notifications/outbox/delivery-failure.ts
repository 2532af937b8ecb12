/** An attempt that failed by the receiver's answer, or that cannot be made. Users see the message. */
export class DeliveryFailure extends Error {
  /**
   * @param final another attempt would not succeed either
   * @param afterSeconds the earliest time of the next attempt, if the receiver named one
   */
  constructor(
    message: string,
    readonly final: boolean,
    readonly afterSeconds?: number,
  ) {
    super(message);
  }
}

/**
 * An attempt without an answer. The message is for operators, because it can name their proxy or their relay; users see the
 * code.
 */
export class NoAnswer extends Error {
  constructor(
    message: string,
    readonly code: string,
  ) {
    super(message || code);
  }
}
