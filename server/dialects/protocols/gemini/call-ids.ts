/**
 * Assigns ids to calls without one and finds the call that a result belongs to. Calls and results of this protocol may be
 * matched by the function's name alone.
 */
export class CallIds {
  private calls = 0;
  private readonly unanswered: { id: string; name: string }[] = [];

  call(id: string | undefined, name: string): string {
    this.calls++;
    const callId = id || `call_${this.calls}`;
    this.unanswered.push({ id: callId, name });
    return callId;
  }

  /** The id of the call that a result belongs to: the call with that id, else the oldest unanswered one with that name. */
  result(id: string | undefined, name: string): string {
    const at = this.unanswered.findIndex((call) => (id ? call.id === id : call.name === name));
    const [answered] = at === -1 ? [] : this.unanswered.splice(at, 1);
    return id || (answered?.id ?? `call_${name}`);
  }
}
