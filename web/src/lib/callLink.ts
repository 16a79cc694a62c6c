/** Characters of addresses that the server accepts. */
const PLAIN = /^https:\/\/[A-Za-z0-9._~:/?#[\]@!$&()*+,;=%-]+$/;

/** The host and port of a call's address, as the browser reads it; null if it is no plain https address. */
export function hostOf(call: string | null): string | null {
  if (!call || !PLAIN.test(call) || !URL.canParse(call)) return null;
  const { protocol, host, username, password } = new URL(call);
  return protocol === "https:" && !username && !password ? host : null;
}
