import type { SanctionOrigin } from '@doushouqi/protocol';
import { api } from './api.ts';
import { useLive } from './query.ts';

export type CaseState = 'open' | 'mine' | 'done';

/** The persons with reports, and the counts of the menu. */
export function useCases(state: CaseState) {
  return useLive(['cases', state], () => api.listCases({ query: { state } }));
}

export function useCase(userId: string) {
  return useLive(['case', userId], () => api.showCase({ params: { userId } }));
}

export type ReviewKind = 'pending' | 'appeals';

export function useReviews(of: ReviewKind) {
  return useLive(['sanctions', of], () => api.listSanctions({ query: { of } }));
}

export function usePerson(userId: string) {
  return useLive(['person', userId], () => api.showPerson({ params: { userId } }));
}

/** Accounts with a name. */
export function useFoundPeople(name: string) {
  return useLive(['people', name], () => api.findPeople({ query: { name } }));
}

export function useStaff() {
  return useLive(['staff'], () => api.listStaff());
}

/** Sanctions of address ranges and devices. */
export function useOriginSanctions() {
  return useLive(['networks'], () => api.listOriginSanctions());
}

/** The accounts of an address range or a device. */
export function useOrigin(origin: SanctionOrigin) {
  return useLive(['origin', origin.of, origin.value], () => api.showOrigin({ query: origin }));
}

export type CaseRecord = NonNullable<ReturnType<typeof useCase>['data']>;
export type PersonRecord = NonNullable<ReturnType<typeof usePerson>['data']>;
export type Review = NonNullable<ReturnType<typeof useReviews>['data']>[number];
export type StaffMember = NonNullable<ReturnType<typeof useStaff>['data']>[number];
