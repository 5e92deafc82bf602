import { describe, expect, test } from 'vitest';
import type { NetworkPolicy } from '../../src/kubernetes/objects.ts';
import { type Endpoint, sideOf } from '../../src/kubernetes/policies.ts';

function pod(name: string, namespace = 'game', labels: Record<string, string> = {}): Endpoint {
  return {
    name,
    ip: '10.244.0.1',
    pod: {
      namespace,
      namespaceLabels: { team: namespace },
      labels: { app: name, ...labels },
      ports: { http: 3000 },
    },
  };
}

function policy(spec: NonNullable<NetworkPolicy['spec']>, namespace = 'game'): NetworkPolicy {
  return { metadata: { name: 'p', namespace }, spec };
}

const [A, B, OTHER] = [pod('a'), pod('b'), pod('a', 'shop')];
const INTERNET: Endpoint = { name: 'internet', ip: '203.0.113.7' };
const TO_B = { matchLabels: { app: 'b' } };

function reaches(
  policies: NetworkPolicy[],
  from: Endpoint,
  to: Endpoint,
  port = 3000,
  protocol: 'TCP' | 'UDP' = 'TCP',
) {
  return (
    sideOf(policies, from, 'Egress')(to, port, protocol) &&
    sideOf(policies, to, 'Ingress')(from, port, protocol)
  );
}

test('without a policy everybody reaches everybody', () => {
  expect(reaches([], A, B)).toBe(true);
  expect(reaches([], INTERNET, B)).toBe(true);
});

test('a policy without rules shuts the direction that it is about, for the pods that it selects', () => {
  const shut = [policy({ podSelector: TO_B, policyTypes: ['Ingress'] })];
  expect(reaches(shut, A, B)).toBe(false);
  expect(reaches(shut, B, A)).toBe(true);
});

test('without policy types it is about what comes in, and about what goes out where it has rules for that', () => {
  expect(reaches([policy({ podSelector: TO_B })], B, A)).toBe(true);
  expect(reaches([policy({ podSelector: TO_B, egress: [] })], B, A)).toBe(false);
});

test('the rules of several policies add up', () => {
  const deny = policy({ podSelector: {}, policyTypes: ['Ingress'] });
  const allow = policy({
    podSelector: TO_B,
    ingress: [{ from: [{ podSelector: { matchLabels: { app: 'a' } } }] }],
  });
  expect(reaches([deny, allow], A, B)).toBe(true);
  expect(reaches([deny, allow], pod('c'), B)).toBe(false);
});

test('both ends must allow', () => {
  const egress = policy({ podSelector: { matchLabels: { app: 'a' } }, policyTypes: ['Egress'] });
  expect(reaches([egress], A, B)).toBe(false);
});

test('a policy is about its own namespace', () => {
  expect(reaches([policy({ podSelector: {} }, 'shop')], A, B)).toBe(true);
});

describe('peers', () => {
  const letIn = (peer: object) => [policy({ podSelector: TO_B, ingress: [{ from: [peer] }] })];
  const labelsOfA = { matchLabels: { app: 'a' } };
  test.each<[string, object, Endpoint, boolean]>([
    ['pods of the same namespace', { podSelector: labelsOfA }, A, true],
    ['not of another', { podSelector: labelsOfA }, OTHER, false],
    ['every pod of a namespace', { namespaceSelector: { matchLabels: { team: 'shop' } } }, OTHER, true],
    [
      'namespace and pod together',
      { namespaceSelector: {}, podSelector: { matchLabels: { app: 'c' } } },
      OTHER,
      false,
    ],
    ['addresses', { ipBlock: { cidr: '203.0.113.0/24' } }, INTERNET, true],
    [
      'not those that are taken out',
      { ipBlock: { cidr: '203.0.113.0/24', except: ['203.0.113.0/29'] } },
      INTERNET,
      false,
    ],
    ['other addresses', { ipBlock: { cidr: '198.51.100.0/24' } }, INTERNET, false],
    ['the internet is no pod', { namespaceSelector: {} }, INTERNET, false],
    [
      'a value in a list',
      { podSelector: { matchExpressions: [{ key: 'app', operator: 'In', values: ['a'] }] } },
      A,
      true,
    ],
    [
      'a value not in it',
      { podSelector: { matchExpressions: [{ key: 'app', operator: 'NotIn', values: ['a'] }] } },
      A,
      false,
    ],
    [
      'a label that is there',
      { podSelector: { matchExpressions: [{ key: 'app', operator: 'Exists' }] } },
      A,
      true,
    ],
    [
      'a label that is not',
      { podSelector: { matchExpressions: [{ key: 'app', operator: 'DoesNotExist' }] } },
      A,
      false,
    ],
  ])('%s', (_what, peer, from, expected) => {
    expect(reaches(letIn(peer), from, B)).toBe(expected);
  });

  test('none means everybody', () => {
    expect(reaches([policy({ podSelector: TO_B, ingress: [{}] })], INTERNET, B)).toBe(true);
  });
});

describe('ports', () => {
  const letIn = (port: object) => [policy({ podSelector: TO_B, ingress: [{ ports: [port] }] })];
  test.each<[string, object, number, 'TCP' | 'UDP', boolean]>([
    ['a number', { port: 3000 }, 3000, 'TCP', true],
    ['another number', { port: 3000 }, 3001, 'TCP', false],
    ['a name of the pod', { port: 'http' }, 3000, 'TCP', true],
    ['a name that it does not have', { port: 'metrics' }, 3000, 'TCP', false],
    ['a range', { port: 3000, endPort: 3010 }, 3010, 'TCP', true],
    ['beyond it', { port: 3000, endPort: 3010 }, 3011, 'TCP', false],
    ['another protocol', { port: 3000 }, 3000, 'UDP', false],
    ['every port of a protocol', { protocol: 'UDP' }, 53, 'UDP', true],
  ])('%s', (_what, port, called, protocol, expected) => {
    expect(reaches(letIn(port), A, B, called, protocol)).toBe(expected);
  });
});
