import { fitLaterInstructions, type Fit } from './later-instructions.js';

const user = { role: 'user', content: 'q' };
const answer = { role: 'assistant', content: 'a' };
const instruction = { role: 'system', content: 'Be brief.' };
const marked = '<system-instruction>\nBe brief.\n</system-instruction>';

const fitted = (messages: readonly object[], fit: Fit): unknown => {
  const body = Buffer.from(JSON.stringify({ system: 's', messages }));
  return (JSON.parse(fitLaterInstructions(body, fit).toString()) as { messages: unknown }).messages;
};

describe('instructions among the messages', () => {
  test('become marked texts of the user, with their cache hints', () => {
    const cache_control = { type: 'ephemeral' };
    const blocks = { role: 'system', content: [{ type: 'text', text: 'Be brief.', cache_control }] };
    expect(fitted([user, instruction, answer, user, blocks], 'as-user')).toEqual([
      user,
      { role: 'user', content: [{ type: 'text', text: marked }] },
      answer,
      user,
      { role: 'user', content: [{ type: 'text', text: marked, cache_control }] },
    ]);
  });

  test('lose their settings where only texts are accepted', () => {
    const set = { ...instruction, output_config: { effort: 'low' }, clear_at: 'never' };
    expect(fitted([user, set], 'texts-only')).toEqual([user, instruction]);
  });

  test('are removed once they have been cleared, or if they hold only settings', () => {
    const cleared = { ...instruction, clear_at: 'next_user_message' };
    const settings = { role: 'system', output_config: { effort: 'low' } };
    for (const fit of ['as-user', 'texts-only'] as const) {
      expect(fitted([user, cleared, answer, user, settings], fit)).toEqual([user, answer, user]);
      expect(fitted([user, cleared], fit)).toHaveLength(2);
    }
  });

  test('stay as they are if they change tools', () => {
    const change = { role: 'system', content: [{ type: 'tool_removal', tool_name: 'f' }] };
    expect(fitted([user, change], 'as-user')).toEqual([user, change]);
  });

  test('leave every other byte as it is, whatever it holds', () => {
    const text =
      '{ "messages": [ {"role":"user","content":"\\u0071"} , {"role":"system","content":"x","clear_at":"never"} ,' +
      ' {"role":"assistant","content":[{"type":"tool_use","id":"t","name":"f","input":{"role":"system","n":12345678901234567890}}]} ] }';
    expect(fitLaterInstructions(Buffer.from(text), 'texts-only').toString()).toBe(
      text.replace('{"role":"system","content":"x","clear_at":"never"}', '{"role":"system","content":"x"}'),
    );
    const others = [
      text.replace(',"clear_at":"never"', ''),
      '{"messages":[{"role":"user","content":"the word \\"system\\""}],"system":"s"}',
      '{"messages":"system"}',
      '{"system":"s"}',
    ].map((body) => Buffer.from(body));
    for (const body of others) expect(fitLaterInstructions(body, 'texts-only')).toBe(body);
  });
});
