/** True on January 1 in the user's time zone. */
export function isNewYear(now = new Date()): boolean {
  return now.getMonth() === 0 && now.getDate() === 1;
}
