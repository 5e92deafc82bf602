import { useMemo } from 'react';
import { useLocation } from 'react-router-dom';

/**
 * The parameters that pages read from an address. An address only shows: any page may link to any address, so none of
 * them starts a search, a game or a change. The attack `foreign-page` opens every page with all of them.
 */
export const PARAMETERS = ['start', 'record', 'shared', 'game', 'fen', 'line', 'next', 'transport'] as const;
type Parameter = (typeof PARAMETERS)[number];
/** The parameters of the console's pages, which likewise only show. */
type ConsoleParameter = 'kind' | 'name' | 'person' | 'state';

/** The query of an address, restricted to the listed parameters. */
export interface AddressQuery<Name = Parameter> {
  get(name: Name): string | null;
  has(name: Name): boolean;
}

/** Returns the query of the window's address. */
export function addressQuery(): AddressQuery {
  return new URLSearchParams(window.location.search);
}

/** Returns the query of the page's address. */
export function useAddressQuery(): AddressQuery {
  const { search } = useLocation();
  return useMemo(() => new URLSearchParams(search), [search]);
}

/** Returns the query of the address of a page of the console. */
export function useConsoleQuery(): AddressQuery<ConsoleParameter> {
  const { search } = useLocation();
  return useMemo(() => new URLSearchParams(search), [search]);
}

/** Returns the fragment of the page's address without `#`: the token of a link in an e-mail, or what to show. */
export function useFragment(): string {
  return useLocation().hash.slice(1);
}

/** Returns the window's address without its origin, as the destination after a login. */
export function currentAddress(): string {
  const { pathname, search, hash } = window.location;
  return pathname + search + hash;
}

/** Returns whether the text is a path of this site, and not an address of another site. */
export function isPath(text: string): boolean {
  return /^\/(?![/\\])/.test(text);
}
