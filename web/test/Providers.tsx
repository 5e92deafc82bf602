import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { MemoryRouter, parsePath } from 'react-router-dom';

interface ProvidersProps {
  children: ReactNode;
  path?: string;
  /** The router's state of the address. */
  state?: unknown;
}

/** Providers that components of the app need, at an address; every query is fetched once. */
export function Providers({ children, path = '/', state = null }: ProvidersProps) {
  const [queries] = useState(() => new QueryClient({ defaultOptions: { queries: { retry: false } } }));
  return (
    <QueryClientProvider client={queries}>
      <MemoryRouter initialEntries={[{ ...parsePath(path), state }]}>{children}</MemoryRouter>
    </QueryClientProvider>
  );
}
