// Returns a pairing code from the part of the address after the #, and first removes it from the address bar.

export function takePairing(): string | null {
  const code = new URLSearchParams(location.hash.slice(1)).get("pair");
  if (code !== null) history.replaceState(history.state, "", location.pathname + location.search);
  return code;
}
