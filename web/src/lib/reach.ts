// Addresses at which other people can reach a page, without loopback addresses.
import type { Network } from "../wire";
import { at, BASE } from "./base";

const LOOPBACK = /^(localhost|.*\.localhost|127(\.\d+){3}|\[::1\]|0\.0\.0\.0|\[::\])$/;

export function isLoopback(address: string): boolean {
  return LOOPBACK.test(new URL(address).hostname);
}

function below(base: string, path: string): string {
  return `${base.replace(/\/+$/, "")}/${path}`;
}

/** The addresses of a page for others, the best first; none if only this computer can reach it. */
export function reachable(network: Network, path: string): string[] {
  const addresses = network.public ? [below(network.public, path)] : [];
  if (!isLoopback(BASE.href)) addresses.push(at(path));
  addresses.push(...network.addresses.map((address) => below(address, path)));
  return [...new Set(addresses)].filter((address) => !isLoopback(address));
}
