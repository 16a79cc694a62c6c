// A pairing code comes behind the # of the address, is used once, and is wiped from the address bar before anything else.

export function takePairing(): string | null {
  const code = new URLSearchParams(location.hash.slice(1)).get("pair");
  if (code !== null) history.replaceState(history.state, "", location.pathname + location.search);
  return code;
}
