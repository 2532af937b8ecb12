/**
 * Names calls whose client gave them no id, and finds which call a result answers: calls and results of this protocol
 * may go by the function's name alone (spec/providers/google.md "Native Gemini clients").
 */
export class CallIds {
  private calls = 0;
  private readonly unanswered: { id: string; name: string }[] = [];

  call(id: string | undefined, name: string): string {
    this.calls++;
    const known = id || `call_${this.calls}`;
    this.unanswered.push({ id: known, name });
    return known;
  }

  /** The call with that id, else the oldest unanswered one of that name. */
  result(id: string | undefined, name: string): string {
    const at = this.unanswered.findIndex((call) => (id ? call.id === id : call.name === name));
    const [answered] = at === -1 ? [] : this.unanswered.splice(at, 1);
    return id || (answered?.id ?? `call_${name}`);
  }
}
