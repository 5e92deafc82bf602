import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { MemoryRouter, parsePath } from 'react-router-dom';

interface ProvidersProps {
  children: ReactNode;
  path?: string;
  /** What the router keeps with the address. */
  state?: unknown;
}

/** What components of the app expect around them, at an address; nothing is fetched twice. */
export function Providers({ children, path = '/', state = null }: ProvidersProps) {
  const [queries] = useState(() => new QueryClient({ defaultOptions: { queries: { retry: false } } }));
  return (
    <QueryClientProvider client={queries}>
      <MemoryRouter initialEntries={[{ ...parsePath(path), state }]}>{children}</MemoryRouter>
    </QueryClientProvider>
  );
}
