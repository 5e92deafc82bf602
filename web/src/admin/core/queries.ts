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

/** The persons with flags of rated games. */
export function useFlagged() {
  return useLive(['flagged'], () => api.listFlagged());
}

export function useFairPlay(userId: string) {
  return useLive(['fair-play', userId], () => api.showFairPlay({ params: { userId } }));
}

/** What a sanction would return to opponents. */
export function useReturn(userId: string) {
  return useLive(['return', userId], () => api.countReturn({ params: { userId } }));
}

/** Accounts with a name. */
export function useFoundPeople(name: string) {
  return useLive(['people', name], () => api.findPeople({ query: { name } }));
}

export function useStaff() {
  return useLive(['staff'], () => api.listStaff());
}

/** Settings, figures and health of the site. */
export function useSiteState() {
  return useLive(['site'], () => api.showSite());
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
export type FairPlay = NonNullable<ReturnType<typeof useFairPlay>['data']>;
export type Review = NonNullable<ReturnType<typeof useReviews>['data']>[number];
export type StaffMember = NonNullable<ReturnType<typeof useStaff>['data']>[number];
