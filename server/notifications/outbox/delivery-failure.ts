/** An attempt that failed. */
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
