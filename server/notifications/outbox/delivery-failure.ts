/** An attempt that failed. `final`: another attempt would not succeed either. */
export class DeliveryFailure extends Error {
  constructor(
    message: string,
    readonly final: boolean,
  ) {
    super(message);
  }
}
